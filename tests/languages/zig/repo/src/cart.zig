const std = @import("std");
const price = @import("store/price.zig");
const Price = price.Price;

pub const Error = error{ Full, Empty };

/// What is bought.
pub const Cart = struct {
    items: Items,
    total: Price = Price.zero,
    allocator: std.mem.Allocator,

    const Self = @This();
    pub const limit = 64;

    pub const Items = struct {
        count: usize = 0,

        pub fn clear(self: *Items) void {
            self.count = 0;
        }
    };

    /// Makes an empty cart.
    pub fn init(allocator: std.mem.Allocator) Self {
        return .{ .items = Items{}, .allocator = allocator };
    }

    pub fn deinit(self: *Self) void {
        self.items.clear();
        self.* = undefined;
    }

    pub fn add(self: *Self, item: Price) void {
        if (self.items.count == limit) @panic("full");
        self.total = self.total.plus(item);
        self.note(item);
    }

    inline fn note(self: *const Cart, item: price.Price) void {
        _ = self;
        item.print();
    }

    test "empty" {
        var all = Cart.init(std.testing.allocator);
        all.deinit();
    }
};
