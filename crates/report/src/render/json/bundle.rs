//! `outlast/bundle/1`.

use serde::Serialize;

/// What became of a bundled program, or of the program in one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BundleDocument {
    schema: &'static str,
    /// `make`, `extract` or `replace`.
    pub action: &'static str,
    /// The input.
    pub file: String,
    /// What was written; `None` where it was refused.
    pub output: Option<String>,
    /// Its size.
    pub bytes: Option<u64>,
    /// The methods that have cases.
    pub methods: Vec<BundledMethod>,
    /// All cases.
    pub cases: usize,
    /// Why it was refused.
    pub problems: Vec<String>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// A method with cases.
#[derive(Clone, Debug, Serialize)]
pub struct BundledMethod {
    /// Its name.
    pub name: String,
    /// How many cases it has.
    pub cases: usize,
}

impl BundleDocument {
    /// A document without an output.
    pub fn new(action: &'static str, file: &str) -> BundleDocument {
        BundleDocument {
            schema: "outlast/bundle/1",
            action,
            file: file.to_string(),
            ..BundleDocument::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BundleDocument, BundledMethod};

    #[test]
    fn shape() {
        let mut document = BundleDocument::new("make", "m.pte");
        document.methods.push(BundledMethod { name: "forward".into(), cases: 2 });
        document.cases = 2;
        let expected = r#"{"schema":"outlast/bundle/1","action":"make","file":"m.pte","output":null,"bytes":null,"methods":[{"name":"forward","cases":2}],"cases":2,"problems":[],"notes":[]}"#;
        assert_eq!(serde_json::to_string(&document).unwrap(), expected);
    }
}
