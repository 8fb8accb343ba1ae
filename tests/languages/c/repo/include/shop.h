#ifndef SHOP_H
#define SHOP_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most items that a cart holds. */
#define CART_MAX 64
#define CART_EACH(cart, item) \
    for (struct item *item = (cart)->items; item < (cart)->items + (cart)->count; item++)

/** Prices are in cents. */
typedef long price_t;
typedef price_t (*rule_fn)(price_t price, void *data);

enum size { SIZE_S, SIZE_L = 4 };

struct item {
    const char *name;
    price_t price;
    enum size size;
};

typedef struct cart {
    struct item items[CART_MAX];
    size_t count;
    rule_fn rule;
} cart;

typedef union { int number; void *pointer; } value;

extern int cart_debug;

/** A prototype is no symbol. */
cart *cart_new(rule_fn rule);
void cart_add(cart *self, const char *name, price_t price);
price_t cart_total(const cart *self);

#ifdef __cplusplus
}
#endif
#endif
