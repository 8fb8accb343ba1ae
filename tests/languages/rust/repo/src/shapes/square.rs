use super::{Größe, Shape};

pub struct Square<T> {
    side: T,
}

impl Square<f64> {
    pub fn unit() -> Self {
        Square { side: 1.0 }
    }
}

impl<T: Copy> Shape for Square<T> {
    const SIDES: u32 = 4;

    fn area(&self) -> f64 {
        fn power(value: f64) -> f64 {
            value * value
        }
        power(1.0)
    }
}

impl<T> Größe for Square<T> {
    fn measure(&self) {
        Self::unit();
    }
}
