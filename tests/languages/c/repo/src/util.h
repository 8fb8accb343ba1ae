#pragma once

#include <stddef.h>

struct arena;

static inline long util_max(long a, long b)
{
    return a > b ? a : b;
}

void *util_alloc(size_t size);
void util_fail(const char *why);
