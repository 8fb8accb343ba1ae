package com.shop

class Tags(val names: List<String>) : java.io.Closeable {
    fun shown() = ""

    fun named(name: String) = apply { add(name) }

    companion object {
        fun tagsOf(vararg names: String): Tags = Tags(names.toList())

        fun String.toTags(): Tags = tagsOf(this)
    }
}
