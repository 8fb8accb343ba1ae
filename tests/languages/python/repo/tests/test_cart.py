import unittest

import shop
from shop import Cart, tax_rate


class CartTest(unittest.TestCase):
    def setUp(self):
        self.cart = Cart("mine")

    def test_label(self):
        self.assertEqual(self.cart.label(), "mine")
        self.cart.reduced(print)
        tax_rate()
        shop.labels.shout("a")

    def test_guesses(self, thing):
        thing.settle()
        thing.größe()
        thing.append("not ours")
        open("file").reduced_again()
