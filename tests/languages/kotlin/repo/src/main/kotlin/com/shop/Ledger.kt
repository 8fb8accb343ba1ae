package com.shop

// Two classes and one file.
class Ledger
@JvmOverloads
constructor(private val name: String = "ledger") {
    fun record(line: String) {
        Journal.append(line)
    }

    fun settle() = record("settled")
}

object Journal : Listener {
    private val lines = ArrayList<String>()
    private val fallback = object : Listener {
        override fun heard(line: String) = append(line)
    }

    fun append(line: String) {
        lines += line
        fallback.heard(line)
    }

    override fun heard(line: String) {}
}

fun interface Listener {
    fun heard(line: String)
}

annotation class Audited(val reason: String)
