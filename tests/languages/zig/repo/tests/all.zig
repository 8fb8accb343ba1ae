const shop = @import("../src/cart.zig");
usingnamespace @import("../src/helpers.zig");

test "limit" {
    const cart: shop.Cart = undefined;
    cart.add(.{ .cents = 1 });
}
