package shop

import scala.collection.mutable
import shop.model._
import shop.model.Book.Parser
import shop.pricing.{best => bestPrice, Season}

class Cart(owner: String) extends Logging {
  private val items = mutable.Buffer.empty[Item]
  private val printer = new Printer(owner)

  def add(item: Item): Cart = {
    items += item
    log(item.label)
    this
  }

  def add(title: String): Cart = Parser.parse(title).fold(this)(add)

  /** What is to be paid. */
  def total(season: Season): Cents = {
    val prices = items.map(item => bestPrice(item, List(season)))
    this.log("total")
    sum(prices.toSeq)
  }

  def print(season: Season): Unit = printer.show(total(season))

  class Printer(title: String) {
    def show(cents: Cents): Unit = println(title + cents.euros)
  }
}

object Cart {
  val Empty = of("nobody")

  def of(owner: String): Cart = new Cart(owner)
}

trait Logging { self =>
  def log(text: String): Unit = Logging.jot(text)
}

object Logging {
  def jot(text: String): Unit = Console.err.println(text)
}
