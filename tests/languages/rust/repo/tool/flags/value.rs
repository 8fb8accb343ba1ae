pub enum Value {
    Set(usize),
}

impl std::error::Error for Value {}

impl Value {
    pub fn taken(self) -> usize {
        crate::flags::limit()
    }
}
