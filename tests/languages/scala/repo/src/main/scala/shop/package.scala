package object shop {
  type Cents = Int

  implicit class Formatted(val cents: Cents) extends AnyVal {
    def euros: String = f"${cents / 100.0}%.2f €"
  }

  def sum(all: Seq[Cents]): Cents = all.foldLeft(0)(_ + _)
}
