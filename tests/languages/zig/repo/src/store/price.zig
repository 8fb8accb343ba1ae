const std = @import("std");

pub const Currency = enum(u8) {
    euro,
    pound,

    pub fn sign(self: Currency) []const u8 {
        return switch (self) {
            .euro => "€",
            .pound => "£",
        };
    }
};

pub const Price = struct {
    cents: u32,
    currency: Currency = .euro,

    pub const zero = of(0);

    pub fn of(cents: u32) Price {
        return Price{ .cents = cents };
    }

    pub fn plus(self: Price, other: Price) Price {
        return of(self.cents + other.cents);
    }

    pub fn print(self: Price) void {
        const Writer = struct {
            fn write(text: []const u8) void {
                std.debug.print("{s}", .{text});
            }
        };
        Writer.write(self.currency.sign());
    }

    pub fn weigh(self: *const Price) u32 {
        return self.cents;
    }
};
