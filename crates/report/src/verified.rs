//! What a verifier found in program files. Code that reading a file runs comes before everything else.

use outlast::FileKind;
use outlast_core::{Diagnostic, Severity};

use crate::Failure;
use crate::findings::{Case, Finding, Report, Status, Suite};
use crate::risk::{RiskRecord, is_live};

/// What was found in one file.
#[derive(Debug)]
pub struct Verified {
    /// The file.
    pub file: String,
    /// The name of its kind; `None` where it is none that is known.
    pub kind: Option<&'static str>,
    /// Code that reading it runs.
    pub risk: Vec<RiskRecord>,
    /// The findings.
    pub findings: Vec<Diagnostic>,
    /// Why there is no answer.
    pub failure: Option<String>,
}

impl Verified {
    /// Why there is no answer on a file.
    pub fn failed(failure: &Failure) -> Verified {
        Verified {
            file: failure.file.clone(),
            kind: failure.kind().map(FileKind::name),
            risk: Vec::new(),
            findings: Vec::new(),
            failure: Some(failure.message()),
        }
    }

    fn case(&self) -> Case {
        let case = Case::new(&self.file, self.kind.unwrap_or("not-known"));
        if let Some(why) = &self.failure {
            return case.with(Status::Error, why);
        }
        let findings = self.findings.iter().map(|finding| Finding::in_bytes(&self.file, finding)).collect();
        if is_live(&self.risk) {
            return case.running(&self.file, &self.risk, findings);
        }
        match self.findings.iter().find(|finding| finding.severity == Severity::Error) {
            Some(first) => {
                Case { kind: first.code.to_string(), findings, ..case.with(Status::Failed, &first.title) }
            }
            None => case,
        }
    }
}

impl Report for Vec<Verified> {
    fn command(&self) -> &'static str {
        "verify"
    }

    fn findings(&self) -> Vec<Finding> {
        let of_file = |file: &Verified| {
            let risks = file.risk.iter().map(|risk| Finding::risk(&file.file, risk));
            let failure = file.failure.iter().map(|why| Finding::failure(&file.file, why));
            let found = file.findings.iter().map(|finding| Finding::in_bytes(&file.file, finding));
            risks.chain(failure).chain(found).collect::<Vec<_>>()
        };
        self.iter().flat_map(of_file).collect()
    }

    /// A case for each file.
    fn suites(&self) -> Vec<Suite> {
        vec![Suite { name: "verify".to_string(), cases: self.iter().map(Verified::case).collect() }]
    }
}

#[cfg(test)]
mod tests {
    use outlast_core::{Code, Diagnostic, Path, Place, Severity, Span};

    use super::Verified;
    use crate::Format;

    fn files() -> Vec<Verified> {
        let risk = outlast::risks(b"\x80\x02cposix\ngetcwd\n)R.");
        let place = Place::new(Span::bytes(4, 8), Path::root());
        let finding = Diagnostic::new(Code(1531), Severity::Error, "a <b>", place).note("n");
        let one = |file: &str| Verified {
            file: file.into(),
            kind: Some("python-pickle"),
            risk: Vec::new(),
            findings: Vec::new(),
            failure: None,
        };
        vec![
            Verified { risk: crate::RiskRecord::all(&risk), findings: vec![finding], ..one("a.pkl") },
            one("b.pkl"),
            Verified { kind: None, failure: Some("not a program file".into()), ..one("c.pkl") },
        ]
    }

    #[test]
    fn code_is_first_in_every_form() {
        let render = |format: Format| format.render(&files()).unwrap().unwrap();
        let junit = render(Format::Junit);
        assert!(junit.contains("tests=\"3\" failures=\"1\" errors=\"1\""), "{junit}");
        let failure =
            "<failure type=\"OL1532\" message=\"runs-code: runs `posix.getcwd` when loaded\">error[OL1532]";
        assert!(junit.contains(failure), "{junit}");
        assert!(junit.contains("error[OL1531]: a &lt;b&gt; (at 0x4..0x8)&#10;  n&#10;"), "{junit}");
        let github = render(Format::Github);
        let first = github.lines().next().unwrap();
        assert!(
            first.starts_with("::error file=a.pkl,title=OL1532 runs-code::runs `posix.getcwd` when loaded"),
            "{first}"
        );
        assert!(github.ends_with("::error file=c.pkl,title=outlast::not a program file\n"), "{github}");
        let log: serde_json::Value = serde_json::from_str(&render(Format::Sarif)).unwrap();
        let results = log["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        assert_eq!(results[0]["ruleId"], "OL1532");
        assert_eq!(results[0]["properties"]["tags"][1], "runs-code");
        assert_eq!(results[0]["properties"]["callable"], "posix.getcwd");
        assert_eq!(results[1]["locations"][0]["physicalLocation"]["region"]["byteOffset"], 4);
        let markdown = render(Format::Markdown);
        assert!(
            markdown.starts_with("**3 files, 1 failed, 1 not answered**\n\n| | code | what |\n"),
            "{markdown}"
        );
        for format in Format::ALL {
            assert_eq!(format.render(&files()).is_some(), format.is_rendered());
            assert_eq!(Format::parse(format.name()), Some(*format));
        }
    }
}
