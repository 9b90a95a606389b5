pub(crate) const BAD: &[(&str, u32, u32)] = &[];
pub(crate) const STRICTER: &[(&str, u32, u32)] = &[];
