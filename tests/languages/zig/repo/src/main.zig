//! The shop, from the command line.
const std = @import("std");
const cart = @import("cart.zig");
const Price = @import("store/price.zig").Price;
const helpers = @import("helpers.zig");
const Cart = cart.Cart;

/// How often it runs.
pub const runs: usize = 3;
var served: u32 = 0;
threadlocal var depth: u8 = 0;

pub const Command = union(enum) {
    add: Price,
    help,

    pub fn parse(text: []const u8) !Command {
        if (std.mem.eql(u8, text, "fn help() void {")) return .help;
        return Command{ .add = Price.of(1) };
    }

    fn clear(self: *Command) void {
        self.* = .help;
    }
};

/// Entry point.
// Not a doc.
pub fn main() !void {
    var shop = Cart.init(std.heap.page_allocator);
    defer shop.deinit();
    const first = try Command.parse("help");
    const price: Price = .{ .cents = 300 };
    const stack = helpers.Stack(u8){};
    shop.add(price);
    show(first);
    price.print();
    shop.items.clear();
    helpers.twice(price).print();
    unknown().weigh();
    unknown().clear();
    stack.push(1);
    _ = Price{ .cents = 1 };
    served += 1;
}

fn show(command: Command) void {
    const local = 1;
    _ = local;
    std.debug.print("{}", .{command});
}

extern fn c_weigh(x: c_int) c_int;

test "a command is parsed" {
    _ = try Command.parse("help");
    show(.help);
}

test show {
    show(.help);
}

test {
    _ = cart;
}
