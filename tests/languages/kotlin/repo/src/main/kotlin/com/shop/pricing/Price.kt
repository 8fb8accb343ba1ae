package com.shop.pricing

/** An amount of money. */
@JvmInline
value class Price(val cents: Int) {
    fun isZero() = cents == 0

    operator fun plus(other: Price) = Price(cents + other.cents)

    companion object Factory {
        fun of(cents: Int): Price = Price(cents)
    }
}

fun zero(): Price = Price.of(0)
