//! Which types of containers a release can take apart and put together: those that it has registered (`torch.utils._pytree`).

use outlast_opset::history::{self, Release};

/// Releases that do not register the types of results of operators with several ones (`torch.return_types.sort`), from the first to before the last: 2.3,
/// 2.6, 2.8 and 2.10 do not, 2.1 and 2.15 do; others were not asked.
const NO_RETURN_TYPES: (Release, Release) =
    (Release { major: 2, minor: 3, patch: 0 }, Release { major: 2, minor: 11, patch: 0 });

/// Releases that do not register `torch.Size`, in the same way: 2.3 and 2.5 do not, 2.1, 2.6 and later do.
const NO_SIZE: (Release, Release) =
    (Release { major: 2, minor: 3, patch: 0 }, Release { major: 2, minor: 6, patch: 0 });

/// Whether a release has registered a type of containers by itself; `None` of types that programs register.
pub fn registers(release: Release, name: &str) -> Option<bool> {
    let outside = |(first, end): (Release, Release)| !(first..end).contains(&release);
    match name {
        "torch.Size" => Some(outside(NO_SIZE)),
        _ if let Some(of) = name.strip_prefix("torch.return_types.") => {
            Some(outside(NO_RETURN_TYPES) && has_operator(release, of))
        }
        _ if name.starts_with("builtins.") || name.starts_with("collections.") => Some(true),
        _ => None,
    }
}

/// Whether a release has the operator of a type of results: with it, `qr` lost its type. The newest release up to it that was asked answers.
fn has_operator(release: Release, of: &str) -> bool {
    let table = history::torch();
    let asked = table.releases().rfind(|known| *known <= release).or_else(|| table.releases().next());
    let has = |name: &str| {
        asked.is_some_and(|asked| table.overloads(&format!("aten::{name}"), asked).next().is_some())
    };
    // `sort_out` is the type of what `sort` writes to `out`.
    has(of) || of.strip_suffix("_out").is_some_and(has)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_results_go_with_their_operators() {
        let at = |text: &str| Release::parse(text).unwrap();
        for (release, name, expected) in [
            ("2.1.2", "torch.return_types.qr", Some(true)),
            ("2.15.0", "torch.return_types.qr", Some(false)),
            ("2.15.0", "torch.return_types.linalg_qr_out", Some(true)),
            ("2.15.0", "torch.return_types.linalg_polar", Some(true)),
            ("2.1.2", "torch.return_types.linalg_polar", Some(false)),
            ("2.6.0", "torch.return_types.sort", Some(false)),
            ("2.6.0", "mine.Pair", None),
        ] {
            assert_eq!(registers(at(release), name), expected, "{release} {name}");
        }
    }
}
