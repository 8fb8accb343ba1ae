@file:JvmName("Carts")

package com.shop

import com.shop.pricing.Price
import com.shop.pricing.Price as Money
import com.shop.pricing.zero
import com.shop.util.*
import java.time.Instant

const val LIMIT = 100
val größe = "Körbe: fun fake() { }"

typealias Watcher = (Cart) -> Unit

/**
 * What a customer wants.
 *
 * More.
 */
// Not thread safe.
@Audited("cart")
open class Cart(
    val owner: Customer,
    private val ledger: Ledger = Ledger(),
) : Basket(owner.name), Priced {
    private val items = mutableListOf<Item>()

    val count: Int get() = items.size

    var label: String = ""
        get() = field.ifEmpty { describe() }
        private set

    constructor(name: String) : this(Customer(name)) {
        register(name)
    }

    init {
        ledger.record(whisper("made"))
    }

    override fun total(): Money {
        var sum = zero()
        for (item: Item in items) sum += item.price()
        return sum
    }

    fun add(item: Item, times: Int = 1): Cart {
        fun check(each: Item) = each.price()
        check(item)
        this.register(item.name)
        repeat(times) { items.add(item) }
        return this
    }

    infix fun with(item: Item) = add(item)

    operator fun plus(other: Cart): Cart = merge(this, other)

    data class Item(val name: String, val cents: Int) {
        fun price(): Money = Price.of(cents)
    }

    companion object {
        const val EMPTY = "empty"
        private val log = Ledger()

        @JvmStatic
        fun of(vararg items: Item): Cart {
            val cart = Cart("nobody")
            items.forEach { cart.add(it) }
            log.record(EMPTY)
            return cart
        }
    }
}

fun merge(left: Cart, right: Cart): Cart {
    val both = Cart.of()
    return both
}

fun Cart.isLarge(): Boolean = total().cents > LIMIT

val Cart?.isMissing: Boolean
    get() = this == null

internal inline fun <reified T : Any> cartOf(block: Cart.() -> T): T =
    Cart("x").block()
