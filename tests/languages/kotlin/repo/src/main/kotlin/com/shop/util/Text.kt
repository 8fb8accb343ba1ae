package com.shop.util

fun shout(text: String): String = text.shouted()

fun String.shouted() = uppercase()

fun whisper(text: String) = text.lowercase()
