package com.shop

import com.shop.util.shout
import com.shop.util.shouted

sealed interface Priced {
    fun total(): com.shop.pricing.Price
    val free: Boolean get() = total().isZero()
}

abstract class Basket(private val title: String) {
    protected fun register(name: String) = shout(name)

    fun describe(): String = title.shouted()

    open fun settle() {}
}

data class Customer(val name: String)

enum class Size(val rank: Int) {
    SMALL(1) {
        override fun fits(cart: Cart) = cart.count < rank
    },
    LARGE(2);

    open fun fits(cart: Cart): Boolean = cart.isLarge()
}
