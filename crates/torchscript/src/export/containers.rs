//! Which types of containers a release can take apart and put together: those that it has registered (`torch.utils._pytree`).

use outlast_opset::history::Release;

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
        _ if name.starts_with("torch.return_types.") => Some(outside(NO_RETURN_TYPES)),
        _ if name.starts_with("builtins.") || name.starts_with("collections.") => Some(true),
        _ => None,
    }
}
