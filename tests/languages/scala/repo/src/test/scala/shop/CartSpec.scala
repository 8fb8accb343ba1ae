package shop

import org.scalatest.funsuite.AnyFunSuite
import shop.model.Book
import shop.pricing.Season

class CartSpec(handlers: List[Handler]) extends AnyFunSuite {
  test("an empty cart costs nothing") {
    val empty = new Cart("eve")
    assert(empty.total(Season.Summer) == 0)
  }

  test("adds by title") {
    val cart = new Cart("ann")
    cart.add(Book.free("Emil"))
    check(cart)
  }

  private def check(cart: Cart): Unit = {
    cart.print(Season.Summer)
    handlers.foreach { handler => handler.jot("done"); handler.deduct(cart) }
  }
}
