//! [`Selection`]: the operators that a build has, from what selected them: a selective-build YAML, or a list of names.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::targets::Profile;

/// What a selective build or an operator list selects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Selection {
    /// Whether all operators of the release are in.
    pub all_operators: bool,
    /// Operators.
    pub operators: BTreeSet<String>,
    /// Operators of which all overloads are in.
    pub all_overloads: BTreeSet<String>,
}

impl Selection {
    /// The text of a profile file for a build that has this of a release; `None` where the release's family has no such builds.
    pub fn to_profile_text(&self, name: &str, base: &Profile) -> Option<String> {
        let select = base.definition().select?;
        Some(select(self, name, base))
    }
}

/// The parts of `selected_operators.yaml` that say what a build of PyTorch or ExecuTorch has. `et_kernel_metadata` says which kernels the models used
/// from which the selection was made; a build has default kernels for the rest, so it does not limit anything.
#[derive(Deserialize)]
struct SelectedOperators {
    #[serde(default)]
    include_all_operators: bool,
    #[serde(default)]
    operators: BTreeMap<String, SelectedOperator>,
}

#[derive(Deserialize, Default)]
struct SelectedOperator {
    #[serde(default)]
    include_all_overloads: bool,
}

/// The operators that a reader must have to run a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Needed {
    /// Those that the program calls.
    pub called: BTreeSet<String>,
    /// Those that upgraders of the reader call for it, with the upgraders.
    pub of_upgraders: BTreeMap<String, BTreeSet<String>>,
}

impl Needed {
    /// Of a program that calls these operators.
    pub fn calling(operators: impl IntoIterator<Item = String>) -> Needed {
        Needed { called: operators.into_iter().collect(), ..Needed::default() }
    }

    /// Adds an operator that the program calls.
    pub fn call(&mut self, operator: String) {
        self.called.insert(operator);
    }

    /// Adds an upgrader that runs for the program, with the operators that it calls.
    pub fn upgraded(&mut self, upgrader: &str, calls: Vec<&str>) {
        for operator in calls {
            self.of_upgraders.entry(operator.to_string()).or_default().insert(upgrader.to_string());
        }
    }
}

/// The text of a `selected_operators.yaml` for a build that runs these programs, as the selective builds of PyTorch and ExecuTorch read it: names of programs with
/// what they need. `debug_info` names the programs, and the upgraders that call the operator for one.
pub fn to_selective_build(programs: &[(String, Needed)]) -> String {
    let mut operators: BTreeMap<&str, (bool, BTreeSet<String>)> = BTreeMap::new();
    for (program, needed) in programs {
        for operator in &needed.called {
            let entry = operators.entry(operator).or_default();
            entry.0 = true;
            entry.1.insert(program.clone());
        }
        for (operator, upgraders) in &needed.of_upgraders {
            let named = upgraders.iter().map(|upgrader| format!("{program}: {upgrader}"));
            operators.entry(operator).or_default().1.extend(named);
        }
    }
    let mut text = "build_features: []\ncustom_classes: []\ninclude_all_non_op_selectives: false\ninclude_all_operators: false\nkernel_metadata: {}\n".to_string();
    text += if operators.is_empty() { "operators: {}\n" } else { "operators:\n" };
    for (operator, (root, named)) in operators {
        text += &format!("  {operator}:\n    debug_info:\n");
        for name in named {
            text += &format!("    - {}\n", quoted(&name));
        }
        text += &format!(
            "    include_all_overloads: false\n    is_root_operator: {root}\n    is_used_for_training: false\n"
        );
    }
    text
}

/// A text in quotes, as JSON and YAML have it.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            c if c.is_control() => c.escape_unicode().collect(),
            c => vec![c],
        })
        .collect();
    format!("\"{escaped}\"")
}

/// Reads a `selected_operators.yaml`, as the selective builds of PyTorch and ExecuTorch write it.
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
