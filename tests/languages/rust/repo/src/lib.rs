//! The shop.

pub mod cart;
mod pricing;
pub mod shapes;

pub use cart::Cart;
pub use pricing::Price as Amount;

/// Twice the value.
#[macro_export]
macro_rules! twice {
    ($value:expr) => {
        $crate::pricing::double($value)
    };
}

pub(crate) fn shared() -> u32 {
    twice!(helper())
}

fn helper() -> u32 {
    1
}
