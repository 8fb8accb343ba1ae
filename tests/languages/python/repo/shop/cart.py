"""Carts."""

import shop.pricing as prices
from shop.base import Entity, Priced, logged

from . import base
from .labels import *


class Cart(Priced):
    """What somebody is about to buy."""

    class Line(base.Entity):
        def total(self) -> int:
            return prices.of(self.amount)

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.registry = base.Registry()
        self.lines: list[Cart.Line] = []

    @logged("add")
    def append_line(self, line: Line) -> None:
        # why
        self.registry.register(line)
        line.total()

    def label(self) -> str:
        return super().label() + self.größe()

    def größe(self) -> str:
        def rate(value):
            return value

        return shout(str(rate(1)))

    async def flush_all(self) -> None:
        with base.Registry() as registry:
            registry.settle()
        Cart.build("other")
        self.price.bit_length()


if base.LIMIT > 10:

    def largest(carts):
        return max(carts, key=lambda cart: cart.größe())

else:
    largest = None
