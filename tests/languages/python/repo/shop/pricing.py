"""Prices."""

RATE: float = 0.2


def rate() -> float:
    return RATE


def of(amount):
    from shop.tools.rounding import rounded

    return rounded(amount * rate())
