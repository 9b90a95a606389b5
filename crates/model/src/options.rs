//! [`Options`]: what is asked of one family and of no other: property schemas, a form to write, threads.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::kind::FileKind;

/// An option of one family, or of some that share formats.
pub trait FamilyOption: Any + fmt::Debug + Send + Sync {
    /// The families that it is for.
    fn families(&self) -> &'static [&'static str];

    /// Why it makes no sense for a file of another family; `None` for a hint that others may ignore.
    fn misplaced(&self, kind: FileKind) -> Option<String>;
}

/// Options of any families. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Options(Vec<Arc<dyn FamilyOption>>);

impl Options {
    /// No options.
    pub fn none() -> Options {
        Options::default()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These options and one more.
    #[must_use]
    pub fn with(mut self, option: impl FamilyOption) -> Options {
        self.0.push(Arc::new(option));
        self
    }

    /// These options and those.
    #[must_use]
    pub fn and(mut self, others: &Options) -> Options {
        self.0.extend(others.0.iter().cloned());
        self
    }

    /// The option of this type, if it was given; the last one.
    pub fn get<T: FamilyOption>(&self) -> Option<&T> {
        self.0.iter().rev().find_map(|option| {
            let option: &dyn Any = option.as_ref();
            option.downcast_ref()
        })
    }

    /// Why one of the options makes no sense for a file of this family.
    pub fn misplaced(&self, family: &str, kind: FileKind) -> Option<String> {
        self.0
            .iter()
            .filter(|option| !option.families().contains(&family))
            .find_map(|option| option.misplaced(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::{FamilyOption, Options};
    use crate::kind::FileKind;

    #[derive(Debug)]
    struct Threads(u8);

    impl FamilyOption for Threads {
        fn families(&self) -> &'static [&'static str] {
            &["mlir"]
        }

        fn misplaced(&self, kind: FileKind) -> Option<String> {
            Some(format!("not for a file of kind {}", kind.title()))
        }
    }

    #[test]
    fn an_option_is_found_by_its_type_and_refused_by_other_families() {
        let kind = FileKind::new("a", "an A", &[]);
        let options = Options::none().with(Threads(1)).and(&Options::none().with(Threads(2)));
        assert_eq!(options.get::<Threads>().map(|threads| threads.0), Some(2));
        assert!(Options::none().get::<Threads>().is_none());
        assert_eq!(options.misplaced("mlir", kind), None);
        assert_eq!(options.misplaced("llvm", kind).as_deref(), Some("not for a file of kind an A"));
    }
}
