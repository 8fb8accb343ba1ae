package shop.pricing

import shop.model.{Book, Item => Thing, _}

enum Season(val rate: Double):
  case Summer extends Season(0.1)
  case Winter extends Season(0.2)
  case Custom(by: Double) extends Season(by)

  def off(price: Int): Int = (price * (1 - rate)).toInt

trait Discount[T]:
  def deduct(thing: T, season: Season): Int

given bookDiscount: Discount[Book] with
  def deduct(book: Book, season: Season): Int = season.off(book.taxed())

given Discount[Gift] = (gift, season) => 0

extension (thing: Thing)
  def cheaper(season: Season): Int = season.off(thing.taxed())
  def größe: Int = thing.label.length

def best(thing: Thing, seasons: List[Season]): Int =
  def at(season: Season): Int = thing.cheaper(season)
  seasons.map(season => at(season)).min
