mod flags;

use crate::flags::value::Value;
use shop_text::Line;

fn main() {
    let line = Line::new().padded();
    let value = value(Value::Set(line.width()).taken());
    let value = value(value);
    flags::limit();
    crate::limit();
}

mod limit;

fn limit() {}

fn value(width: usize) -> usize {
    shop_text::Line::new().padded().width() + width
}
