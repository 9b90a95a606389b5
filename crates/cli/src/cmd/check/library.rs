//! Verdicts on a file that holds others: each of those in it is judged in place, and the worst is that of the file.

use outlast::detect::{Hidden, Holdings};
use outlast::{Basis, EntryVerdict, FileKind, Outcome, Verdict};
use outlast_report::json::{CheckResult, Checked, MemberJson};
use outlast_report::scan::{Line, Record};
use outlast_report::text::{Judged as Subject, Library, Member};
use outlast_report::{Cause, Failure, text};

use super::{Check, Judged, Later, Question};
use crate::cmd::good_on::{GoodOn, as_runs_on, good_on_all};
use crate::cmd::{Answer, Body};
use crate::config::EffectiveConfig;
use crate::exit::Exit;
use crate::out::Out;

/// What stands for what could not be looked into, among the files of a library.
const REST: &str = "(not looked into)";

/// A file in the library, judged.
struct Part {
    /// Its address in the library.
    address: String,
    /// The library's name and the address.
    name: String,
    what: &'static str,
    producer: String,
    /// Whether it does not count where others do.
    is_sidecar: bool,
    kind: FileKind,
    verdicts: Vec<Verdict>,
    records: Vec<Record>,
    good_on: Option<Vec<GoodOn>>,
}

impl Check {
    /// What is said of a library: first of all of it, then of the files in it.
    pub(super) fn answer_library(
        &self,
        out: &Out,
        (name, bytes): (&str, &[u8]),
        (kind, holdings): (FileKind, Holdings),
        (question, holds): (&Question<'_, '_>, &EffectiveConfig),
        later: &Later,
    ) -> Result<Answer<Checked>, Failure> {
        let (mut parts, mut passed) = (Vec::new(), Vec::new());
        for hidden in &holdings.found {
            let member = format!("{name}!{}", hidden.address);
            let within = hidden.bytes(bytes);
            match question.judge(&member, within) {
                Ok(judged) => {
                    parts.push(part((hidden, member), within, judged, question, holds));
                }
                Err(failure) => passed.push(failure),
            }
        }
        if parts.is_empty()
            && let Some(first) = passed.first()
        {
            return Err(first.clone());
        }
        // Remarks beside code are read by nobody who reads the code.
        let has_code = parts.iter().any(|part| !part.is_sidecar);
        parts.iter_mut().for_each(|part| part.is_sidecar &= has_code);
        let mut rest = holdings.notes.clone();
        if holdings.more > 0 {
            rest.push(format!("{} more files in it than are looked at", holdings.more));
        }
        let of_others = |failure: &&Failure| {
            matches!(failure.cause, Cause::NoReader(..) | Cause::NoTarget(..) | Cause::NotForKind(..))
        };
        rest.extend(passed.iter().filter(|f| !of_others(f)).map(|f| format!("{}: {}", f.file, f.message())));
        let skipped = passed.iter().filter(of_others).count();
        let verdicts = of_library(&parts, &rest, skipped);
        let fail_on = holds.settings.fail_on();
        let unknown = !rest.is_empty() && fail_on.contains(&Outcome::Unknown.name());
        let records = || counted(&parts).flat_map(|part| &part.records);
        let exit = Exit::yes_if(!unknown && !records().any(|record| record.fails(&fail_on)));
        if holds.settings.baseline.is_some() {
            let mut counts = later.compared.get().unwrap_or_default();
            records().for_each(|record| counts.add(record));
            later.compared.set(Some(counts));
        }
        let good_on =
            good_on_all(counted(&parts).map(|part| part.good_on.as_deref())).filter(|_| rest.is_empty());
        let runs_on = good_on.as_deref().map(as_runs_on);
        let names: Vec<String> = question.companions.iter().map(|c| c.name.clone()).collect();
        let body = if self.output.format.is_rendered() {
            let mut lines = later.lines.borrow_mut();
            let counted = parts.into_iter().filter(|part| !part.is_sidecar);
            lines.extend(counted.flat_map(|part| part.records).map(Line::Verdict));
            lines.extend(rest.into_iter().map(|why| Line::skipped(name, "holds-damage", why)));
            Body::Report
        } else if out.is_json() {
            let mut results = Vec::new();
            for verdict in &verdicts {
                let members = counted(&parts).filter_map(|part| {
                    let own = part.verdicts.iter().find(|own| own.target == verdict.target)?;
                    Some(MemberJson::new(&part.name, &part.producer, own))
                });
                let result = CheckResult::new(name, kind, &names, verdict).holding(members.collect());
                results.push(Checked::Verdict(Box::new(result.running_on(runs_on.as_deref()))));
            }
            for part in &parts {
                let runs_on = part.good_on.as_deref().map(as_runs_on);
                for (verdict, record) in part.verdicts.iter().zip(&part.records) {
                    let result = CheckResult::new(&part.name, part.kind, &names, verdict);
                    let result = result.running_on(runs_on.as_deref());
                    results.push(Checked::Verdict(Box::new(match holds.marks() {
                        true => result.marked(record, holds.marker(&part.name, &record.target)),
                        false => result,
                    })));
                }
            }
            Body::Json(results)
        } else {
            Body::Text(self.library_text(out, (name, &names), &verdicts, &parts, &rest, runs_on.as_deref()))
        };
        Ok(Answer { body, exit })
    }

    fn library_text(
        &self,
        out: &Out,
        (name, data): (&str, &[String]),
        verdicts: &[Verdict],
        parts: &[Part],
        rest: &[String],
        runs_on: Option<&[outlast_report::RunsOn]>,
    ) -> String {
        let words = self.families.words();
        let excuses_of = |part: &Part| -> Vec<(String, &'static str)> {
            let excused = part.records.iter();
            excused.filter_map(|record| Some((record.target.clone(), record.excuse()?))).collect()
        };
        let excuses: Vec<Vec<(String, &'static str)>> = counted(parts).map(excuses_of).collect();
        let remarked: Vec<Vec<Verdict>> = counted(parts).map(remarked).collect();
        let members = counted(parts).zip(&excuses).zip(&remarked).map(|((part, excuses), verdicts)| Member {
            address: &part.address,
            what: part.what,
            producer: &part.producer,
            verdicts,
            excuses: excuses.iter().map(|(target, excuse)| (target.as_str(), *excuse)).collect(),
        });
        let members: Vec<Member<'_>> = members.collect();
        if let ([member], true) = (members.as_slice(), rest.is_empty()) {
            let file = format!("{name}!{}", member.address);
            let judged = Subject { file: &file, data, options: &words, excuses: &member.excuses };
            return text::verdicts(&out.styles(), judged, member.verdicts, runs_on, out.verbose);
        }
        let library = Library { file: name, data, options: &words, verdicts, members: &members, runs_on };
        text::library(&out.styles(), &library, out.verbose)
    }
}

/// The verdicts of a part with what its records have to remark.
fn remarked(part: &Part) -> Vec<Verdict> {
    let with = |(verdict, record): (&Verdict, &Record)| {
        let mut verdict = verdict.clone();
        verdict.notes.extend(record.remarks());
        verdict
    };
    part.verdicts.iter().zip(&part.records).map(with).collect()
}

fn part(
    (hidden, name): (&Hidden, String),
    bytes: &[u8],
    Judged { kind, mut verdicts, good_on }: Judged,
    question: &Question<'_, '_>,
    holds: &EffectiveConfig,
) -> Part {
    verdicts.iter_mut().for_each(|verdict| verdict.allow(|callable| holds.settings.allows(callable)));
    let data: Vec<String> = question.companions.iter().map(|c| c.name.clone()).collect();
    let mut records: Vec<Record> =
        verdicts.iter().map(|verdict| Record::new(&name, kind, &data, verdict)).collect();
    records.iter_mut().for_each(|record| holds.mark(record));
    let producer = outlast::inspect::producer(bytes).unwrap_or_default();
    let (address, what, is_sidecar) = (hidden.address.clone(), hidden.what, hidden.is_sidecar);
    Part { address, name, what, producer, is_sidecar, kind, verdicts, records, good_on }
}

/// The files whose verdicts count.
fn counted(parts: &[Part]) -> impl Iterator<Item = &Part> {
    parts.iter().filter(|part| !part.is_sidecar)
}

/// The verdicts on the library: for each target that reads a file in it, the worst of those.
fn of_library(parts: &[Part], rest: &[String], skipped: usize) -> Vec<Verdict> {
    let sidecars = parts.iter().filter(|part| part.is_sidecar).count();
    let mut targets: Vec<&str> = Vec::new();
    for verdict in counted(parts).flat_map(|part| &part.verdicts) {
        if !targets.contains(&verdict.target.as_str()) {
            targets.push(&verdict.target);
        }
    }
    let of_target = |target: &&str| {
        let mut own = Vec::new();
        for part in counted(parts) {
            own.extend(part.verdicts.iter().filter(|v| v.target == **target).map(|v| (part, v)));
        }
        let mut entries: Vec<EntryVerdict> = Vec::new();
        for (part, verdict) in &own {
            entries.extend(verdict.entry_points.iter().cloned().map(|mut entry| {
                entry.name.clone_from(&part.address);
                entry
            }));
        }
        if !rest.is_empty() {
            entries.push(EntryVerdict::new(REST, Vec::new(), Basis::Defined).unknown());
        }
        let mut verdict = Verdict::new(target, entries);
        verdict.profile = own.first().and_then(|(_, verdict)| verdict.profile.clone());
        verdict.risks = own.iter().flat_map(|(_, verdict)| verdict.risks.iter().cloned()).collect();
        verdict.notes = rest.to_vec();
        if sidecars > 0 {
            let files = outlast_report::plural(sidecars, "file");
            verdict
                .notes
                .push(format!("{files} of optimization remarks in it, which nobody reads with the code"));
        }
        if skipped > 0 {
            let files = outlast_report::plural(skipped, "file");
            verdict.notes.push(format!("{files} in it of kinds that no target reads"));
        }
        verdict
    };
    targets.iter().map(of_target).collect()
}
