use std::collections::HashMap;
use std::sync::Arc;

use crate::pricing::{self, Price};
use crate::shapes::{square::*, Größe, Shape};
use crate::{shared as common, twice};

pub type Result<T> = std::result::Result<T, Broken>;

#[derive(Debug)]
pub enum Broken {
    Empty,
    Bad { reason: String },
}

// Attached, a plain comment.
pub struct Cart {
    price: Price,
    named: HashMap<String, Price>,
    shape: Box<dyn Shape>,
    owner: Option<Arc<Owner>>,
}

struct Owner(String);

impl Owner {
    fn greet(&self) -> &str {
        &self.0
    }

    fn settle(&self) {}
}

impl Cart {
    pub fn build(price: &Price) -> Result<Cart> {
        let shape = Square::unit();
        price.settle();
        Ok(Cart { price: Price::new(1), named: HashMap::new(), shape: Box::new(shape), owner: None })
    }

    pub fn total(&self, common: impl Fn() -> u32) -> u32 {
        common();
        self.price.settle();
        self.shape.describe();
        self.greeting();
        pricing::double(twice!(3))
    }

    fn greeting(&self) -> u32 {
        if let Some(owner) = &self.owner {
            owner.greet();
        }
        common()
    }
}

impl Shape for Cart {
    const SIDES: u32 = 0;

    fn area(&self) -> f64 {
        let made = Cart::build(&Price::FREE);
        made.unwrap().total(|| 1);
        0.0
    }
}

impl Größe for Cart {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals() {
        let cart: Cart = Cart::build(&Price::new(2)).unwrap();
        assert_eq!(cart.total(|| 1), pricing::double(3));
        assert!(cart.describe().is_empty(), "{}", cart.measure());
    }

    fn guesses() {
        unknown().settle();
        unknown().greet();
    }
}
