package com.shop.util

import com.shop.Tags
import com.shop.Tags.Companion.tagsOf
import com.shop.Tags.Companion.toTags

fun tagging() {
    val made = tagsOf("a").names.joinToString().toTags()
    made.shown()
    "b".toTags().shown()
    Tags.Companion.tagsOf("c")
    val tags = Tags(listOf()).apply { named("d") }
    tags.named("e").shown()
}
