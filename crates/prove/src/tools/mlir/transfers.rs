//! Transfers of vectors: a dimension that is broadcast is in bounds, whether a release says so or not.

use super::text::items;
use super::tree::Op;

/// Which dimensions are in bounds; the value as it is where the map says nothing else.
pub(super) fn bounds(op: &Op, value: &str) -> Vec<String> {
    let given = items(value.trim_start_matches('[').trim_end_matches(']'));
    let map = op.value("permutation_map").and_then(|map| map.rsplit_once("-> ("));
    let results = map.map(|(_, results)| items(results.trim_end_matches(")>"))).unwrap_or_default();
    if results.len() != given.len() || !op.name.starts_with("vector.transfer_") {
        return given;
    }
    let one = |(bound, result): (String, &String)| if result == "0" { "true".to_string() } else { bound };
    given.into_iter().zip(&results).map(one).collect()
}
