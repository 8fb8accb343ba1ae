use shop::shapes::Quad;
use shop::{twice, Amount, Cart};

#[test]
fn builds() {
    let amount = Amount::new(1);
    let cart = Cart::build(&amount).unwrap();
    cart.total(|| twice!(2));
    let quad = Quad::unit();
    shop::shapes::Shape::area(&quad);
}
