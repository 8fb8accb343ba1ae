pub mod square;

pub use self::square::Square as Quad;

/// What has an area.
pub trait Shape: Größe {
    const SIDES: u32;

    fn area(&self) -> f64;

    fn describe(&self) -> String {
        self.measure();
        format!("{} {}", self.area(), label(Self::SIDES))
    }
}

pub trait Größe {
    fn measure(&self) {}
}

fn label(sides: u32) -> String {
    sides.to_string()
}
