//! Changes of operator sets: those of twenty releases, and each rule with a set that is made for it.

use outlast_core::Severity;
use outlast_opset::compat::Mode;
use outlast_opset::history::{self, Release};
use outlast_opset::lint::{
    Allowance, ChangeOf, Coverage, Declared, Inventory, Lint, Outcome, Request, Window, codes, lint,
};
use outlast_opset::schema::{OperatorName, Schema};
use outlast_opset::versions::{self, Change, ChangeKind, Date, FileFormat, VersionTable};
use outlast_testkit::corpus::figures;

fn set(text: &str) -> Inventory {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let schemas = lines.map(|line| Declared::known(Schema::parse(line).unwrap())).collect();
    Inventory { coverage: Coverage::Complete, schemas }
}

fn release(name: &str) -> Inventory {
    let release = Release::parse(name).unwrap();
    let entries = history::torch().entries().filter(|entry| entry.releases.contains(release));
    let schemas = entries.map(|entry| Declared::known(entry.schema().unwrap())).collect();
    Inventory { coverage: Coverage::Complete, schemas }
}

fn request<'a>(new: &'a Inventory, old: &'a Inventory) -> Request<'a> {
    Request {
        new,
        old,
        mode: Mode::Strict,
        table: None,
        functions: &[],
        history: &|_| Some(false),
        allow: &[],
        as_of: None,
    }
}

fn entry(
    operator: &str,
    version: u64,
    kind: ChangeKind,
    upgrader: Option<&str>,
    old: Option<&str>,
) -> Change {
    let (name, overload) = operator.split_once('.').unwrap_or((operator, ""));
    Change {
        operator: OperatorName { name: name.into(), overload: overload.into() },
        version,
        kind,
        upgrader: upgrader.map(str::to_string),
        downgrader: None,
        same_if: None,
        old_schema: old.map(|old| Schema::parse(old).unwrap()),
        formats: FileFormat::NAMES.iter().map(|(_, format)| *format).collect(),
        unversioned_in: Vec::new(),
        created: None,
        expires: None,
        emit_after: None,
        old_reads_new: false,
        line: version,
    }
}

fn day(text: &str) -> Option<Date> {
    Some(Date::parse(text).unwrap())
}

/// Code and severity of every finding about changes, then about the table, then about the allow-list.
fn said(lint: &Lint<'_>) -> Vec<(u16, Severity)> {
    let changes = lint.changes.iter().flat_map(|change| &change.findings);
    let findings = changes.chain(&lint.table).chain(&lint.allow);
    findings.map(|finding| (finding.code.0, finding.severity)).collect()
}

const OLD: &str = "my::blur(Tensor self, int? steps=None, *, str mode=\"box\") -> Tensor";
const NEW: &str = "my::blur(Tensor self, int steps, *, str mode=\"box\") -> Tensor";

#[test]
fn every_change_has_its_directions_and_instructions() {
    let old =
        set(&format!("{OLD}\nmy::gone(Tensor x) -> Tensor\nmy::same(int x) -> int\nmy::wide(int x) -> int"));
    let new = set(&format!(
        "{NEW}\nmy::came(Tensor x) -> Tensor\nmy::same(int x) -> int\nmy::wide(Scalar x) -> int"
    ));
    let lint = lint(&request(&new, &old));
    let shown: Vec<_> = lint
        .changes
        .iter()
        .map(|one| {
            let of = &one.change;
            (of.operator.to_string(), of.change, of.backward.outcome, of.forward.outcome)
        })
        .collect();
    use Outcome::{Breaks, Compatible};
    assert_eq!(
        shown,
        [
            ("my::blur".to_string(), ChangeOf::Schema, Breaks, Breaks),
            ("my::came".to_string(), ChangeOf::Added, Compatible, Breaks),
            ("my::gone".to_string(), ChangeOf::Removed, Breaks, Compatible),
            ("my::wide".to_string(), ChangeOf::Schema, Compatible, Breaks),
        ]
    );
    let advice = lint.changes[0].advice.as_ref().unwrap();
    assert_eq!(
        advice.entry,
        "  my::blur:\n  - version: 1\n    kind: upgrader\n    upgrader: my_blur_0_0\n    old_schema: \"my::blur(Tensor self, int? steps=None, *, str mode=\\\"box\\\") -> Tensor\"\n"
    );
    let stub = "\
def my_blur_0_0(self: Tensor, steps: Optional[int]=None, *, mode: str=\"box\") -> Tensor:
  # my::blur(Tensor self, int? steps=None, *, str mode=\"box\") -> Tensor
  # my::blur(Tensor self, int steps, *, str mode=\"box\") -> Tensor
  if steps is None:
    # TODO: what the old operator took where `steps` was not given.
    raise RuntimeError(\"TODO: steps is None\")
  return ops.my.blur(self, steps, mode=mode)
";
    assert_eq!(advice.stub.as_deref(), Some(stub));
    assert!(lint.changes[1].advice.is_none(), "an operator that is new needs no upgrader");
    assert!(
        lint.changes[2]
            .advice
            .as_ref()
            .unwrap()
            .stub
            .as_ref()
            .unwrap()
            .contains("TODO: my::gone was removed")
    );
    let kind = lint.changes[3].advice.as_ref().unwrap();
    assert!(kind.entry.contains("kind: fc-only") && kind.upgrader.is_none());
    assert_eq!(
        said(&lint),
        [
            (codes::BACKWARD.0, Severity::Error),
            (codes::FORWARD.0, Severity::Error),
            (codes::ADDED.0, Severity::Note),
            (codes::REMOVED.0, Severity::Error),
            (codes::FORWARD.0, Severity::Warning),
        ]
    );
}

#[test]
fn the_table_takes_care_of_changes() {
    let (old, new) = (set(OLD), set(NEW));
    let judged = |change: Change| {
        let mut table = VersionTable::new("my", 10);
        table.push(change);
        said(&lint(&Request { table: Some(&table), ..request(&new, &old) }))
    };
    let (backward, forward) = (codes::BACKWARD.0, codes::FORWARD.0);
    let no_window = (codes::NO_WINDOW.0, Severity::Warning);
    assert_eq!(
        judged(entry("my::blur", 10, ChangeKind::Upgrader, Some("blur_0_9"), Some(OLD))),
        [(backward, Severity::Note), (forward, Severity::Warning), no_window]
    );
    assert_eq!(
        judged(entry("my::blur", 10, ChangeKind::Hard, None, Some(OLD))),
        [
            (backward, Severity::Note),
            (codes::HARD.0, Severity::Warning),
            (forward, Severity::Warning),
            no_window
        ]
    );
    assert_eq!(
        judged(entry("my::blur", 10, ChangeKind::FcOnly, None, Some(OLD))),
        [
            (backward, Severity::Error),
            (codes::NOT_FC_ONLY.0, Severity::Error),
            (forward, Severity::Error),
            no_window
        ]
    );
    let other = "my::blur(Tensor self, float steps) -> Tensor";
    assert_eq!(
        judged(entry("my::blur", 10, ChangeKind::Upgrader, Some("blur_0_9"), Some(other))),
        [
            (backward, Severity::Error),
            (codes::OTHER_SCHEMA.0, Severity::Error),
            (forward, Severity::Error),
            (codes::NOT_IN_HISTORY.0, Severity::Warning),
        ]
    );
    let found = judged(entry("my::blurr", 10, ChangeKind::Upgrader, Some("blur_0_8"), None));
    for code in [codes::NOT_IN_SET, versions::codes::UPGRADER_NAME, versions::codes::NO_OLD_SCHEMA] {
        assert!(found.iter().any(|(one, _)| *one == code.0), "{code} in {found:?}");
    }
}

#[test]
fn of_two_changes_with_one_schema_the_first_counts_for_old_programs() {
    // As aten::stft: the meaning changed at 5, an argument came at 8.
    let new = "my::blur(Tensor self, int? steps=None, *, str mode=\"box\", bool fast) -> Tensor";
    let (old, new) = (set(OLD), set(new));
    let mut table = VersionTable::new("my", 8);
    table.push(entry("my::blur", 5, ChangeKind::Upgrader, Some("blur_0_4"), Some(OLD)));
    table.push(Change {
        emit_after: day("2026-06-01"),
        ..entry("my::blur", 8, ChangeKind::FcOnly, None, Some(OLD))
    });
    let lint = lint(&Request { table: Some(&table), as_of: day("2026-06-01"), ..request(&new, &old) });
    assert_eq!(lint.changes[0].cover.entry().unwrap().version, 5);
    assert!(matches!(lint.changes[0].window, Window::Open(_)));
    assert_eq!(said(&lint), [(codes::BACKWARD.0, Severity::Note), (codes::FORWARD.0, Severity::Note)]);
    assert!(lint.changes[0].advice.is_none());
}

#[test]
fn readers_come_first() {
    let (old, new) = (set("my::wide(int x) -> int"), set("my::wide(Scalar x) -> int"));
    let mut table = VersionTable::new("my", 3);
    table.push(Change {
        created: day("2026-03-01"),
        emit_after: day("2026-09-01"),
        expires: day("2028-01-01"),
        ..entry("my::wide", 3, ChangeKind::FcOnly, None, Some("my::wide(int x) -> int"))
    });
    let judged = |as_of| {
        let lint = lint(&Request { table: Some(&table), as_of, ..request(&new, &old) });
        (lint.changes[0].window, said(&lint))
    };
    let end = Date::parse("2026-09-01").unwrap();
    let forward = codes::FORWARD.0;
    assert_eq!(judged(None), (Window::From(end), vec![(forward, Severity::Warning)]), "reported, not judged");
    let early = (codes::TOO_EARLY.0, Severity::Error);
    assert_eq!(judged(day("2026-08-31")), (Window::Closed(end), vec![early, (forward, Severity::Warning)]));
    assert_eq!(judged(day("2026-09-01")), (Window::Open(end), vec![(forward, Severity::Note)]));
    let mut harmless = VersionTable::new("my", 3);
    let old_schema = Some("my::wide(int x) -> int");
    harmless
        .push(Change { old_reads_new: true, ..entry("my::wide", 3, ChangeKind::FcOnly, None, old_schema) });
    let found = lint(&Request { table: Some(&harmless), ..request(&new, &old) });
    assert_eq!(said(&found), [(forward, Severity::Note)], "the table says that old runtimes take it");
    let made_later = (codes::NOT_MADE_YET.0, Severity::Warning);
    assert_eq!(judged(day("2026-02-28")).1, [early, (forward, Severity::Warning), made_later]);
}

#[test]
fn support_ends() {
    let (old, new) = (set("my::gone(int x) -> int\nmy::same(int x) -> int"), set("my::same(int x) -> int"));
    let mut table = VersionTable::new("my", 3);
    table.push(Change {
        expires: day("2026-09-01"),
        ..entry("my::gone", 3, ChangeKind::Hard, None, Some("my::gone(int x) -> int"))
    });
    let judged = |as_of| said(&lint(&Request { table: Some(&table), as_of, ..request(&new, &old) }));
    let hard = (codes::HARD.0, Severity::Warning);
    assert_eq!(judged(day("2026-08-31")), [(codes::REMOVED.0, Severity::Note), hard]);
    assert_eq!(judged(day("2026-09-01")), [(codes::REMOVED.0, Severity::Note)]);
}

#[test]
fn allowances_have_an_end() {
    let (old, new) = (set(OLD), set(NEW));
    let allow = |operator: &str, expires: &str| Allowance {
        operator: operator.into(),
        owner: "core".into(),
        expires: Date::parse(expires).unwrap(),
        reason: None,
        line: 4,
    };
    let list = [allow("my::b*", "2027-01-01"), allow("my::other", "2027-01-01")];
    let judged = |as_of| {
        let lint = lint(&Request { allow: &list, as_of, ..request(&new, &old) });
        (lint.changes[0].allowed, said(&lint))
    };
    let notes = [(codes::BACKWARD.0, Severity::Note), (codes::FORWARD.0, Severity::Note)];
    let unused = (codes::ALLOWANCE_UNUSED.0, Severity::Warning);
    assert_eq!(judged(None), (Some(0), [&notes[..], &[unused]].concat()));
    assert_eq!(judged(day("2026-12-31")), (Some(0), [&notes[..], &[unused]].concat()));
    let expired = (codes::ALLOWANCE_EXPIRED.0, Severity::Error);
    let breaks = [(codes::BACKWARD.0, Severity::Error), (codes::FORWARD.0, Severity::Error)];
    assert_eq!(judged(day("2027-01-01")), (None, [&breaks[..], &[expired, expired]].concat()));
}

#[test]
fn names_of_alias_sets_say_nothing_in_the_strict_mode() {
    let old = set("my::f_(Tensor(a!) self, Tensor(b) x) -> Tensor(a!)");
    let new = set("my::f_(Tensor(b!) self, Tensor(c) x) -> Tensor(b!)");
    assert_eq!(said(&lint(&request(&new, &old))), []);
    let pytorch = lint(&Request { mode: Mode::Pytorch, ..request(&new, &old) });
    assert_eq!(pytorch.changes[0].change.backward.outcome, Outcome::Breaks);
}

#[test]
fn pytorchs_exception_is_a_third_outcome() {
    let (old, new) = (release("1.8.1"), release("1.9.1"));
    let judged = |mode| {
        let lint = lint(&Request { mode, ..request(&new, &old) });
        let change =
            lint.changes.iter().find(|one| one.change.operator.to_string() == "aten::linalg_svd.U").unwrap();
        (change.change.backward.outcome, change.change.forward.outcome)
    };
    assert_eq!(judged(Mode::Pytorch), (Outcome::Breaks, Outcome::Raises));
    assert_eq!(judged(Mode::Strict), (Outcome::Breaks, Outcome::Breaks));
}

#[test]
fn what_an_input_does_not_list_is_not_judged() {
    let old = set("my::f(int x) -> int\nmy::g(int x) -> int");
    let new = Inventory { coverage: Coverage::Declarations, ..set("my::f(int? x) -> int") };
    let found = lint(&request(&new, &old));
    assert_eq!((found.untold, said(&found)), (1, vec![(codes::FORWARD.0, Severity::Warning)]));
    let found = lint(&request(&old, &new));
    assert_eq!((found.untold, found.changes.len()), (1, 1));
}

#[test]
fn an_overload_that_takes_the_calls_is_named() {
    let old = set("my::f.a(Tensor x, int y) -> Tensor");
    let new = set("my::f.b(Tensor x, int y, int z=0) -> Tensor\nmy::f.c(Tensor x) -> Tensor");
    let found = lint(&request(&new, &old));
    let removed = found.changes.iter().find(|one| one.change.change == ChangeOf::Removed).unwrap();
    assert_eq!(removed.change.taken_by.unwrap().schema.name.to_string(), "my::f.b");
    let stub = removed.advice.as_ref().unwrap().stub.as_ref().unwrap();
    assert!(stub.ends_with("  return ops.my.f(x, y)\n"), "{stub}");
}

#[test]
fn stubs_say_what_the_schemas_leave_open() {
    let stub = |old: &str, new: &str| {
        let (old, new) = (set(old), set(new));
        let found = lint(&request(&new, &old));
        found.changes[0].advice.as_ref().unwrap().stub.clone().unwrap()
    };
    let text = stub(
        "aten::f.a(Tensor x, int y=1) -> Tensor",
        "aten::f.a(Tensor x, Tensor w, float v, int y=1) -> Tensor",
    );
    let expected = "\
def f_a_0_0(x: Tensor, y: int=1) -> Tensor:
  # aten::f.a(Tensor x, int y=1) -> Tensor
  # aten::f.a(Tensor x, Tensor w, float v, int y=1) -> Tensor
  new_w = torch.empty([0])  # TODO: the value of `w` with which the new operator does what the old one did
  new_v = 0.  # TODO: the value of `v` with which the new operator does what the old one did
  raise RuntimeError(\"TODO: the value of w\")
  raise RuntimeError(\"TODO: the value of v\")
  return torch.f(x, new_w, new_v, y)
";
    assert_eq!(text, expected);
    let text = stub("aten::f(Tensor x) -> Tensor", "aten::f(Tensor x) -> (Tensor, Tensor)");
    assert!(text.contains("result = torch.f(x)") && text.contains("TODO: the results of aten::f"), "{text}");
    let text = stub("aten::f(int a) -> int", "aten::f(int b) -> int");
    assert!(text.ends_with("return torch.f(a)\n"), "a renamed argument: {text}");
}

/// Changes between releases: added, removed, changed, and how many break in each direction; in the strict mode.
#[test]
fn changes_between_releases() {
    let counted = |old: &str, new: &str| {
        let (old, new) = (release(old), release(new));
        let lint = lint(&request(&new, &old));
        let of = |kind: ChangeOf| lint.changes.iter().filter(|one| one.change.change == kind).count();
        let breaks = |backward: bool| {
            let directions = lint.changes.iter().filter(|one| one.change.change != ChangeOf::Added);
            directions
                .filter(|one| {
                    let judged = if backward { &one.change.backward } else { &one.change.forward };
                    !judged.is_compatible()
                })
                .count()
        };
        let stubs = lint
            .changes
            .iter()
            .filter_map(|one| one.advice.as_ref())
            .filter(|one| one.stub.is_some())
            .count();
        [of(ChangeOf::Added), of(ChangeOf::Removed), of(ChangeOf::Schema), breaks(true), breaks(false), stubs]
    };
    figures(
        [("2.14.1", "2.15.0"), ("1.10.2", "2.15.0"), ("1.3.1", "1.4.0")].map(|(old, new)| counted(old, new)),
        [[15, 0, 4, 0, 4, 0], [1509, 263, 485, 432, 184, 424], [94, 32, 37, 44, 13, 42]],
    );
}
