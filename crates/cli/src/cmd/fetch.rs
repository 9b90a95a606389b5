//! `outlast fetch`: get the variant of a model that a profile runs.

use std::path::PathBuf;

use clap::Args;
use outlast_report::escape;
use outlast_serve::error::NO_VARIANT;
use outlast_serve::fetch::{Fetched, Request, fetch};
use outlast_serve::resolve::Refused;

use super::read_text;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;
use crate::save;

/// Get the variant of a model that a runtime runs, from `outlast serve` or from a static export
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast fetch mobilenet --from http://127.0.0.1:8710 --profile phone -o model.pte
  outlast fetch mobilenet --from public/ --profile executorch-0.7.0 -o model.pte

The same function chooses on the server and here. A download that is interrupted goes on where it
was; the file takes its name when it is whole and has the digest that was chosen. A file that is
there already is kept if it is the one, or newer. The token comes from OUTLAST_TOKEN or --token-file.

Exit status:
  0  the file is there
  1  no variant runs on this profile: the reasons of each are listed
  2  no such model or profile, or it cannot be fetched")]
pub(crate) struct Fetch {
    /// The name of the model
    #[arg(value_name = "MODEL")]
    model: String,
    /// The address of a server or of a static export, or a folder with one
    #[arg(long, value_name = "URL|DIR")]
    from: String,
    /// The profile: its digest, an alias, or its name
    #[arg(long, value_name = "PROFILE")]
    profile: String,
    /// Where the file goes
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// A file with the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

impl Fetch {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let token = match &self.token_file {
            Some(path) => Some(read_text(path)?),
            None => std::env::var("OUTLAST_TOKEN").ok(),
        };
        let token = token.as_deref().map(str::trim).filter(|token| !token.is_empty());
        save::check_file(&self.output)?;
        let request = Request {
            model: &self.model,
            from: &self.from,
            profile: &self.profile,
            token,
            output: &self.output,
        };
        let name = input::name(&self.output);
        match fetch(&request) {
            Ok(Fetched::Written(delivered)) => out.write(&format!(
                "{name}: {} {}, {} ({}), {} bytes, {}\n",
                self.model,
                escape(&delivered.version),
                escape(&delivered.outcome),
                delivered.origin.name(),
                delivered.size,
                delivered.digest
            ))?,
            Ok(Fetched::Same(digest)) => out.write(&format!("{name}: is the one already, {digest}\n"))?,
            Ok(Fetched::NothingNewer) => out.write(&format!("{name}: is newer than what there is\n"))?,
            Err(problem) if problem.kind() == &NO_VARIANT => {
                let variants = problem.member("variants").cloned().unwrap_or_default();
                let refused: Vec<Refused> = serde_json::from_value(variants).unwrap_or_default();
                out.write(&format!("{} has no variant for {}:\n", self.model, self.profile))?;
                for refused in refused {
                    out.write(&Fetch::refused(&refused))?;
                }
                return Ok(Exit::No);
            }
            Err(problem) => return Err(problem.into()),
        }
        Ok(Exit::Yes)
    }

    fn refused(refused: &Refused) -> String {
        // A server may send anything.
        let digest = refused.digest.map(|digest| format!(" {digest}")).unwrap_or_default();
        let mut text = format!("  {}{digest}: {}\n", escape(&refused.version), escape(&refused.outcome));
        for reason in &refused.reasons {
            let code = reason.code.as_ref().map(|code| format!("[{}] ", escape(code))).unwrap_or_default();
            text += &format!("    {code}{}\n", escape(&reason.message));
            if let Some(help) = &reason.help {
                text += &format!("      {}\n", escape(help));
            }
        }
        if !refused.steps.is_empty() {
            text += &format!("    can be converted: {}\n", escape(&refused.steps.join(", ")));
        }
        text
    }
}
