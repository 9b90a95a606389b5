//! `outlast/data/1`.

use serde::Serialize;

/// What became of a tensor data file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DataDocument {
    schema: &'static str,
    /// `make`, `extract`, `set`, `remove`, `rename` or `convert`.
    pub action: &'static str,
    /// The inputs.
    pub files: Vec<String>,
    /// What was written; `None` where it was refused.
    pub output: Option<String>,
    /// Its size.
    pub bytes: Option<u64>,
    /// The layout version of the tensor data file: of the output, or of the input of `extract`.
    pub layout_version: Option<&'static str>,
    /// How many entries it has.
    pub entries: Option<usize>,
    /// What was changed.
    pub changes: Vec<String>,
    /// Why it was refused.
    pub problems: Vec<String>,
    /// What should be known of the output.
    pub notes: Vec<String>,
}

impl DataDocument {
    /// A document without an output.
    pub fn new(action: &'static str, files: Vec<String>) -> DataDocument {
        DataDocument { schema: "outlast/data/1", action, files, ..DataDocument::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::DataDocument;

    #[test]
    fn shape() {
        let document = DataDocument::new("make", vec!["a.npz".into()]);
        let expected = r#"{"schema":"outlast/data/1","action":"make","files":["a.npz"],"output":null,"bytes":null,"layout_version":null,"entries":null,"changes":[],"problems":[],"notes":[]}"#;
        assert_eq!(serde_json::to_string(&document).unwrap(), expected);
    }
}
