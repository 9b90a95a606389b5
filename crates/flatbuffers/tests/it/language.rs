pub(crate) const GOOD: &[&str] = &[];
