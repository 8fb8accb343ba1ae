const Price = @import("store/price.zig").Price;

pub fn Stack(comptime T: type) type {
    return struct {
        items: [8]T = undefined,
        count: usize = 0,

        pub fn push(self: *@This(), item: T) void {
            self.items[self.count] = item;
            self.grow();
        }

        fn grow(self: *@This()) void {
            self.count += 1;
        }
    };
}

pub fn twice(price: Price) Price {
    return price.plus(price);
}

pub const Bytes = Stack(u8);
const @"odd name" = 'ü';

pub export fn @"größe"() u32 {
    return 1;
}
