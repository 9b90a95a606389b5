//! Two pairs of dialects in one.

use outlast_lint::dialect;
use outlast_lint::dialect::model::{Dialect, Dialects, Op, Part};
use outlast_lint::{Finding, Report};
use outlast_testkit::documents::Document;

use super::{Break, Tally, breaks, rounds, taken};
use crate::dialect::pairs::check_report;
use crate::support;

/// How the second release is put into the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Its dialect stands beside that of the first.
    Beside,
    /// Its operations and codes are in the dialect of the first.
    Inside,
    /// The fields, operands, results and regions of an operation of it are those of one of the first.
    Same,
}

const WAYS: [Way; 3] = [Way::Beside, Way::Inside, Way::Same];

/// What is added to codes of the second.
const BEHIND: u64 = 100;

struct Pair {
    name: String,
    old: Dialects,
    new: Dialects,
    report: Report,
}

fn pairs() -> Vec<Pair> {
    let load = |text: &str| dialect::read_text("x", text).unwrap();
    let pair = |pair: &Document| {
        let (old, new) = (load(pair.expect("old.txt")), load(pair.expect("new.txt")));
        let report = dialect::lint(&old, &new).unwrap();
        Pair { name: pair.name().to_string(), old, new, report }
    };
    support::pairs("dialect").iter().map(pair).collect()
}

/// Findings about dialects as such.
fn is_of_dialect(finding: &Finding) -> bool {
    (4001..4010).contains(&finding.rule.code.0)
}

/// Findings about what is in an operation, except for what is renamed: that is found by what stands around it.
fn is_in_op(finding: &Finding) -> bool {
    (4020..4050).contains(&finding.rule.code.0) && finding.rule.name != "dialect-field-renamed"
}

/// The dialect that both releases of a pair have.
fn common(pair: &Pair) -> Option<(&Dialect, &Dialect)> {
    pair.old.dialects.iter().find_map(|old| Some((old, pair.new.dialect(&old.name)?)))
}

/// The operation that findings are about, if both releases call it so.
fn op(pair: &Pair) -> Option<String> {
    let (old, new) = common(pair)?;
    let is_plain = |op: &Op| !op.custom && op.fields.iter().all(|field| !field.is_segments());
    let heavy = pair.report.findings.iter().filter(|finding| is_in_op(finding));
    heavy
        .filter_map(|finding| finding.subject.split('.').nth(1))
        .find(|name| [old, new].iter().all(|of| of.op(name).is_some_and(is_plain)))
        .map(str::to_string)
}

/// The second dialect with names and codes of its own.
fn behind(dialect: &Dialect) -> Dialect {
    let mut out = dialect.clone();
    out.name = format!("zz{}", out.name);
    out
}

fn inside(first: &mut Dialect, second: &Dialect) {
    for op in &second.ops {
        first.ops.push(Op {
            name: format!("zz_{}", op.name),
            meaning: op.meaning.as_ref().map(|meaning| format!("zz_{meaning}")),
            ..op.clone()
        });
    }
    for code in &second.codes {
        let mut code = code.clone();
        code.code += BEHIND;
        code.name = format!("Zz{}", code.name);
        code.meaning = code.meaning.map(|meaning| format!("Zz{meaning}"));
        first.codes.push(code);
    }
}

fn same(first: &mut Op, second: &Op) {
    for field in &second.fields {
        let mut field = field.clone();
        field.property.name = format!("zz_{}", field.property.name);
        field.meaning = field.meaning.map(|meaning| format!("zz_{meaning}"));
        first.fields.push(field);
    }
    let both = |first: &mut Option<Vec<Part>>, second: &Option<Vec<Part>>| {
        *first = match (first.take(), second) {
            (Some(mut parts), Some(more)) => {
                parts.extend(
                    more.iter().map(|part| Part { name: format!("zz_{}", part.name), ..part.clone() }),
                );
                Some(parts)
            }
            (None, Some(more)) => Some(more.clone()),
            (parts, None) => parts,
        };
    };
    both(&mut first.operands, &second.operands);
    both(&mut first.results, &second.results);
    both(&mut first.regions, &second.regions);
}

/// One release of both.
fn joined(
    first: &Dialects,
    all: &Dialects,
    second: &Dialect,
    name: &str,
    way: Way,
    ops: Option<[&str; 2]>,
) -> Option<Dialects> {
    let mut out = first.clone();
    match way {
        Way::Beside => out.dialects.extend(all.dialects.iter().map(behind)),
        Way::Inside => inside(out.dialects.iter_mut().find(|of| of.name == name)?, second),
        Way::Same => {
            let [a, b] = ops?;
            let dialect = out.dialects.iter_mut().find(|of| of.name == name)?;
            same(dialect.ops.iter_mut().find(|op| op.name == a)?, second.op(b)?);
        }
    }
    Some(out)
}

/// What must count of the two. Where the second is in the dialect of the first, its policy for unknown operations is that of the first.
fn wanted(first: &Pair, second: &Pair, way: Way, ops: Option<[&str; 2]>) -> Option<Vec<Break>> {
    let of_first = |finding: &Finding| match (way, ops) {
        (Way::Same, Some([name, _])) => {
            finding.rule.name != "dialect-field-renamed"
                && (is_in_op(finding) || finding.subject.split('.').nth(1) != Some(name))
        }
        // Codes of the second make that the first's dialect encodes some in both.
        (Way::Inside, _) => !is_of_dialect(finding),
        _ => true,
    };
    let mut all = breaks(&first.report, of_first);
    let (was, is) = common(second)?;
    let (old, new) = common(first)?;
    let report = match way {
        Way::Beside => second.report.clone(),
        Way::Inside | Way::Same => {
            let alone = |release: &Dialects, dialect: &Dialect, lenient: bool| Dialects {
                dialects: vec![Dialect { lenient, ..dialect.clone() }],
                ..release.clone()
            };
            let (old, new) = (alone(&second.old, was, old.lenient), alone(&second.new, is, new.lenient));
            dialect::lint(&old, &new).ok()?
        }
    };
    all.extend(breaks(&report, |finding| match (way, ops) {
        (Way::Same, Some([_, name])) => is_in_op(finding) && finding.subject.split('.').nth(1) == Some(name),
        (Way::Inside, _) => !is_of_dialect(finding),
        _ => true,
    }));
    Some(all)
}

#[test]
fn no_break_of_a_dialect_masks_another() {
    let pairs = pairs();
    let all = pairs.len() * pairs.len() * WAYS.len();
    let mut tally = Tally::default();
    let mut passed_over = 0;
    for at in taken(all, rounds(6_000)) {
        let (rest, way) = (at / WAYS.len(), WAYS[at % WAYS.len()]);
        let (first, second) = (&pairs[rest / pairs.len()], &pairs[rest % pairs.len()]);
        let combination = || {
            let (name, (was, is)) = (&common(first)?.0.name, common(second)?);
            let names = (op(first), op(second));
            let ops = names.0.as_deref().zip(names.1.as_deref()).map(|(a, b)| [a, b]);
            let old = joined(&first.old, &second.old, was, name, way, ops)?;
            let new = joined(&first.new, &second.new, is, name, way, ops)?;
            Some((old, new, wanted(first, second, way, ops)?))
        };
        let is_learned = [first, second].iter().any(|of| of.old.observed || of.new.observed);
        let Some((old, new, wanted)) = combination().filter(|_| !is_learned) else {
            passed_over += 1;
            continue;
        };
        let report = dialect::lint(&old, &new).unwrap();
        check_report(&old, &new, &report);
        // What one adds and the other takes away is one field under another name.
        let renames = report.findings.iter().any(|finding| finding.rule.name == "dialect-field-renamed");
        let is_renamed = |one: &Break| matches!(one.rule, "dialect-field-added" | "dialect-field-removed");
        let mut wanted = wanted;
        wanted.retain(|one| way != Way::Same || !renames || !is_renamed(one));
        let name = format!("{} + {} ({way:?})", first.name, second.name);
        tally.add(&name, &report, &wanted, way == Way::Same);
    }
    println!("{} pairs, {all} combinations in all, {passed_over} of those taken cannot be made", pairs.len());
    tally.check("dialects", 2_000);
}
