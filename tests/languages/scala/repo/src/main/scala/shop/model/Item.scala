package shop.model

/** Something with a price, in cents. */
trait Priced {
  def price: Int

  def taxed(rate: Double = 0.2): Int = (this.price * (1 + rate)).toInt
}

sealed abstract class Item(val name: String) extends Priced {
  def label: String = s"def $name()"
}

// A book, by its title.
@deprecated("use Product", "2.0")
final case class Book(title: String, price: Int) extends Item(title)

case class Gift(inner: Item) extends Item("gift") with Priced {
  def price: Int = inner.price
}

object Book {
  val Free: Int = 0
  type Title = String

  def free(title: Title): Book = new Book(title, Free)

  /** Parses what `label` prints. */
  object Parser {
    def parse(text: String): Option[Book] = Option(free(text))
  }
}
