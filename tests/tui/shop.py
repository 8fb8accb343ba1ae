"""A small repository that is the same to the byte each time, for what is compared with kept text."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

PRICES = '''"""Prices and what is taken off them."""

from shop.currency import rounded

LOWEST = 0.01


def total(prices, discount=0.0):
    """The total of some prices after a discount."""
    return rounded(sum(prices) * (1 - discount))


def discount_of(customer):
    """The discount that a customer gets."""
    if customer.is_loyal:
        return 0.1
    return 0.0


class PriceList:
    """What everything costs."""

    def __init__(self, prices):
        self.prices = dict(prices)

    def price_of(self, article):
        """The price of an article."""
        return self.prices[article]
'''
CART = '''"""The cart of a customer."""

from shop.prices import discount_of, total


class Cart:
    """Articles that a customer wants."""

    def __init__(self, customer, price_list):
        self.customer = customer
        self.price_list = price_list
        self.articles = []

    def add(self, article):
        """Put an article into the cart."""
        self.articles.append(article)

    def to_pay(self):
        """The total of all prices, after the customer's discount."""
        prices = [self.price_list.price_of(each) for each in self.articles]
        return total(prices, discount_of(self.customer))
'''
CURRENCY = '''"""Amounts of money."""


def rounded(amount):
    """An amount in whole cents."""
    return round(amount, 2)


def shown(amount):
    """An amount as people write it."""
    return f"{amount:,.2f}"
'''
RECEIPT = '''"""What is printed when the cart is paid."""

from shop.currency import shown


def receipt(cart):
    """One line an article, and the total."""
    lines = [str(article) for article in cart.articles]
    return "\\n".join([*lines, f"total {shown(cart.to_pay())}"])
'''
CUSTOMER = '''"""Who buys."""


class Customer:
    """A customer with a name."""

    def __init__(self, name, visits=0):
        self.name = name
        self.visits = visits

    @property
    def is_loyal(self):
        """Whether the customer came often enough for a discount."""
        return self.visits > 10
'''
TEST = """from shop.cart import Cart
from shop.customer import Customer
from shop.prices import PriceList, total


def test_the_total_is_rounded():
    assert total([0.1, 0.2]) == 0.3


def test_loyal_customers_get_a_discount():
    cart = Cart(Customer("a", 11), PriceList({"tea": 10}))
    cart.add("tea")
    assert cart.to_pay() == 9
"""
CHECKOUT_JS = """// The checkout of the web shop.
export function checkout(cart) {
  return { total: cart.total, currency: 'EUR' };
}
"""
README = """# Shop

A shop with prices, discounts and receipts.

## Discounts

Loyal customers get a discount of ten per cent on the total.
"""
LONG_NAME = "web/components/checkout/summary/a_rather_long_name_of_a_component_for_the_total_of_the_cart.js"
COMMITS = (
    (
        "Sell things",
        {
            "shop/__init__.py": "",
            "shop/prices.py": PRICES.replace("after a discount", "").replace("(1 - discount)", "1"),
            "shop/cart.py": CART,
            "shop/customer.py": CUSTOMER,
        },
    ),
    ("Round totals to cents", {"shop/currency.py": CURRENCY, "tests/test_prices.py": TEST}),
    ("Give a discount on the total", {"shop/prices.py": PRICES, "README.md": README}),
    (
        "Print receipts, and a checkout for the web",
        {
            "shop/receipt.py": RECEIPT,
            "web/checkout.js": CHECKOUT_JS,
            LONG_NAME: CHECKOUT_JS.replace("checkout(", "summaryOfTheCheckout("),
            "config.toml": '[shop]\ncurrency = "EUR"\n',
        },
    ),
)
TASK = "wrong total: the discount of a loyal customer is not rounded"


def make_shop(root: Path) -> None:
    """A repository of a few commits at `root`; hashes, dates and branch are always the same."""
    root.mkdir(parents=True)
    _git(root, 0, "init", "-q", "-b", "main")
    for second, (message, files) in enumerate(COMMITS):
        for name, content in files.items():
            place = root / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(content)
        _git(root, second, "add", "-A")
        _git(root, second, "commit", "-q", "-m", message)


def _git(root: Path, second: int, *args: str) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    date = f"{1_700_000_000 + second} +0000"
    env |= {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
    env |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
    subprocess.run(["git", *identity, *args], cwd=root, env=env, check=True, capture_output=True)
