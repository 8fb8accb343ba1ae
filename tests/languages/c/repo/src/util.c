#include "util.h"
#include <stdlib.h>
#include <stdio.h>

struct arena {
    struct block { struct block *next; } *first;
    void (*grow)(struct arena *self);
} shared = {0};

typedef enum { COLD, WARM } heat;

static void log_line(const char *text) { fputs(text, stderr); }

void util_fail(const char *why)
{
    log_line(why);
    abort();
}

/* Out of memory is the end. */
void *util_alloc(size_t size)
{
    void *block = calloc(1, size);
    if (!block)
        util_fail("void *fake(void) {");
    shared.grow(&shared);
    return block;
}

void (*on_exit_handler(int code))(void)
{
    log_line("bye");
    return NULL;
}

int old_style(argument)
    int argument;
{
    return argument;
}
