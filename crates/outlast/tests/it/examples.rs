//! The examples that show how to embed the library do what they say.

#[path = "../../examples/rewrite.rs"]
mod rewrite;
#[path = "../../examples/what_is_it.rs"]
mod what_is_it;
#[path = "../../examples/where_does_it_run.rs"]
mod where_does_it_run;
#[path = "../../examples/will_it_load.rs"]
mod will_it_load;

use outlast::Outcome;
use rewrite::rewrite;
use what_is_it::what_is_it;
use where_does_it_run::where_does_it_run;
use will_it_load::will_it_load;

fn path(name: &str) -> String {
    outlast_testkit::corpus::root().join(name).to_str().unwrap().to_string()
}

#[test]
fn a_program_loads_or_not() {
    let path = path("executorch/1.5.1/xnn_mlp.pte");
    assert_eq!(will_it_load("executorch-0.5.0", &path).unwrap(), Outcome::Misreads);
    assert_eq!(will_it_load("executorch-1.5.1", &path).unwrap(), Outcome::Loads);
    let error = will_it_load("executorch-0.5.x", &path).unwrap_err().to_string();
    assert!(error.contains("executorch-0.5.x"), "{error}");
}

#[test]
fn a_program_runs_on_ranges_of_releases() {
    let bytes = std::fs::read(path("executorch/1.5.1/xnn_mlp.pte")).unwrap();
    let ranges = where_does_it_run("executorch", &bytes).unwrap();
    let (first, last) = ranges.last().unwrap();
    assert_ne!(first, "executorch-0.5.0");
    assert_eq!(last, "executorch-1.5.1");
}

#[test]
fn a_program_is_rewritten_or_refused() {
    let old = std::fs::read(path("executorch/1.5.1/xnn_mlp.pte")).unwrap();
    let new = rewrite("executorch-0.5.0", &old).unwrap();
    assert_ne!(new, old);
    assert_eq!(rewrite("executorch-0.5.0", &new).unwrap(), new, "nothing is left to do");
    let topk = std::fs::read(path("executorch/1.5.1/op_topk.pte")).unwrap();
    let why = rewrite("executorch-0.5.0", &topk).unwrap_err().to_string();
    assert!(why.contains("aten::topk"), "{why}");
}

#[test]
fn files_of_every_kind_are_told_apart() {
    let program = std::fs::read(path("executorch/1.5.1/mlp.pte")).unwrap();
    assert!(what_is_it(&program).unwrap().unwrap() > 100);
    assert_eq!(what_is_it(b"\x1f\x8b").unwrap(), None);
    assert!(what_is_it(b"\x7fELF").unwrap_err().to_string().contains("object file"));
}
