package com.shop

import com.shop.Cart.Item
import org.junit.Test

class CartTest {
    private val cart by lazy { Cart("test") }

    @Test
    fun `adds an item`() {
        cart with Item("a", 1)
        val made = Cart.of(Item("b", 2))
        made.add(Item("c", 3)).settle()
        check(made.isLarge())
        cartOf { 1 }
    }

    @Test
    fun guesses() {
        val thing = unknown()
        thing.settle()
        thing.record("x")
        thing.missing()
        listOf(1).map(::twice)
    }

    private fun twice(x: Int) = x * 2
}
