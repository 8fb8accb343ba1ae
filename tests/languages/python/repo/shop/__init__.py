"""The shop: what others use of it."""

from . import labels
from .cart import Cart
from .pricing import rate as tax_rate

__all__ = ["Cart", "labels", "tax_rate"]
