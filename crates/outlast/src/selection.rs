//! [`Selection`]: the operators that a build has, from what selected them: a selective-build YAML, or a list of names.

#[cfg(any(feature = "executorch", feature = "torch"))]
use std::collections::BTreeMap;
use std::collections::BTreeSet;

#[cfg(any(feature = "executorch", feature = "torch"))]
use serde::Deserialize;

/// What a selective build or an operator list selects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Whether all operators of the release are in.
    pub all_operators: bool,
    /// Operators.
    pub operators: BTreeSet<String>,
    /// Operators of which all overloads are in.
    pub all_overloads: BTreeSet<String>,
}

/// The parts of `selected_operators.yaml` that say what a build of PyTorch or ExecuTorch has. `et_kernel_metadata` says which kernels the models used
/// from which the selection was made; a build has default kernels for the rest, so it does not limit anything.
#[cfg(any(feature = "executorch", feature = "torch"))]
#[derive(Deserialize)]
struct SelectedOperators {
    #[serde(default)]
    include_all_operators: bool,
    #[serde(default)]
    operators: BTreeMap<String, SelectedOperator>,
}

#[cfg(any(feature = "executorch", feature = "torch"))]
#[derive(Deserialize, Default)]
struct SelectedOperator {
    #[serde(default)]
    include_all_overloads: bool,
}

/// Reads a `selected_operators.yaml`, as the selective builds of PyTorch and ExecuTorch write it.
#[cfg(any(feature = "executorch", feature = "torch"))]
pub fn from_selective_build(yaml: &str) -> Result<Selection, ImportError> {
    let selected: SelectedOperators = serde_saphyr::from_str(yaml)
        .map_err(|e| ImportError(format!("not a list of selected operators: {e}")))?;
    if !selected.include_all_operators && selected.operators.is_empty() {
        return Err(ImportError("it selects no operators: is this a selected_operators.yaml?".into()));
    }
    let all_overloads = selected.operators.iter().filter(|(_, op)| op.include_all_overloads);
    Ok(Selection {
        all_operators: selected.include_all_operators,
        all_overloads: all_overloads.map(|(name, _)| name.clone()).collect(),
        operators: selected.operators.into_keys().collect(),
    })
}

/// Reads a list of operator names, one a line or as a JSON array, as the runtime's registry prints it.
pub fn from_operator_list(text: &str) -> Result<Selection, ImportError> {
    let strip = |word: &str| word.trim().trim_matches(['[', ']', ',', '"', '\'']).trim().to_string();
    let names = text.lines().flat_map(|line| line.split(',')).map(strip).filter(|word| !word.is_empty());
    let mut selection = Selection::default();
    for name in names.filter(|name| !name.starts_with('#')) {
        if !is_operator(&name) {
            let why = format!("`{name}` is not the name of an operator, such as aten::add.out");
            return Err(ImportError(why));
        }
        selection.operators.insert(name);
    }
    if selection.operators.is_empty() {
        return Err(ImportError("the list names no operators".into()));
    }
    Ok(selection)
}

/// `namespace::name` or `namespace::name.overload`.
fn is_operator(name: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ':' | '.');
    name.split_once("::").is_some_and(|(space, rest)| !space.is_empty() && !rest.is_empty())
        && name.chars().all(legal)
}

/// Why a list of what a build has cannot be read.
#[derive(Clone, Debug)]
pub struct ImportError(String);

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImportError {}
