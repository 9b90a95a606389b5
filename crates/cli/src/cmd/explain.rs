//! `outlast explain`: what does this code mean?

use anyhow::bail;
use clap::Args;
use outlast::lint::rules;
use outlast::nearest;
use outlast_report::json::{ExplainDocument, to_string};
use outlast_report::text;

use crate::args::Output;
use crate::exit::Exit;
use crate::out::Out;

/// Explain a code such as OL0103, or a rule of the lint: what it means and what to do
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast explain OL0103
  outlast explain fbs-field-removed
  outlast explain --list

Exit status:
  0  explained
  2  no such code")]
pub(crate) struct Explain {
    /// The code, as it stands in messages, or the name of a rule of the lint
    #[arg(required_unless_present = "list", conflicts_with = "list")]
    code: Option<String>,
    /// List all codes
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    output: Output,
}

impl Explain {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let mut codes = outlast::codes();
        if let Some(wanted) = &self.code {
            let wanted = wanted.trim();
            // As messages print it, in small letters, or its number alone.
            let rule = rules().find(|rule| rule.name.eq_ignore_ascii_case(wanted));
            codes.retain(|info| {
                let code = info.code.to_string();
                let is_code = code.eq_ignore_ascii_case(wanted) || code.strip_prefix("OL") == Some(wanted);
                is_code || rule.is_some_and(|rule| rule.code == info.code)
            });
            if codes.is_empty() {
                let near = nearest(&wanted.to_lowercase(), rules().map(|rule| rule.name));
                match near.filter(|_| wanted.contains('-')) {
                    Some(near) => bail!("no rule `{wanted}`: did you mean `{near}`?"),
                    None => bail!("no code `{wanted}`: `outlast explain --list` lists them"),
                }
            }
        }
        out.configure(&self.output)?;
        let text = match codes.as_slice() {
            _ if out.is_json() => to_string(&ExplainDocument::new(&codes))?,
            [info] if !self.list => match rules().find(|rule| rule.code == info.code) {
                Some(rule) => text::rule(&out.styles(), rule),
                None => text::code(&out.styles(), info),
            },
            _ => text::codes(&codes),
        };
        out.write(&text)?;
        Ok(Exit::Yes)
    }
}
