pub mod value;

pub fn limit() -> usize {
    10
}
