pub struct Limit;

impl Limit {
    pub fn limit(&self) {}
}
