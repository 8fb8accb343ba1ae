#include "shop.h"
#include "util.h"
#include <stdlib.h>

#define CHECK(condition) \
    do { /* as in assert.h */ \
        if (!(condition)) util_fail(#condition); \
    } while (0)

int cart_debug = 0;
static const char *const names[] = {"total()", "größe"}, *fallback = "none";

static price_t half(price_t price, void *data);

/* Makes an empty cart.
 *
 * Never returns NULL.
 */
cart *cart_new(rule_fn rule)
{
    cart *self = util_alloc(sizeof(cart));
    CHECK(self != NULL);
    self->rule = rule ? rule : half;
    return self;
}

// Grows a cart.
__attribute__((nonnull))
void cart_add(cart *self, const char *name, price_t price)
{
    static int added = 1;
    struct item *item = &self->items[self->count++];
    item->name = name;
    item->price = price * added;
}

price_t cart_total(const cart *self)
{
    price_t total = 0;
    CART_EACH(self, item) {
        total += self->rule(item->price, NULL);
    }
    return util_max(total, 0) + half(total, NULL);
}

static price_t half(price_t price, void *data)
{
#ifdef SHOP_FREE
    return 0;
#else
    return price / 2;
#endif
}

#ifdef SHOP_FREE
const char *cart_label(void) { return names[0]; }
#else
const char *cart_label(void) { return fallback; }
#endif
