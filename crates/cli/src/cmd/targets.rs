//! `outlast targets`: the runtimes that files can be judged for.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::{ArgGroup, Args, Subcommand};
use outlast::targets::{self, Resolved};
use outlast_report::json::{ImportDocument, ProfileDocument, TargetsDocument, to_string};
use outlast_report::text;

use super::check::{read_text, resolve};
use crate::args::Output;
use crate::exit::Exit;
use crate::input;
use crate::out::Out;

/// List the runtimes that files can be judged for, show one, or import one
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  outlast targets                                   all names
  outlast targets show executorch-1.0.1             what that release has
  outlast targets import --selective-build selected_operators.yaml --base executorch-1.0.1 -o phone.toml
  outlast check --target ./phone.toml model.pte

Exit status:
  0  printed
  2  no such target, or a file that cannot be read"
)]
pub(crate) struct Targets {
    #[command(subcommand)]
    command: Option<TargetsCommand>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Subcommand)]
enum TargetsCommand {
    /// Show what a target has
    #[command(after_help = "\
Examples:
  outlast targets show executorch-1.0.1
  outlast targets show ./phone.toml

Exit status:
  0  printed
  2  no such target, or a file that cannot be read")]
    Show {
        /// A name, or a profile file
        name: String,
        #[command(flatten)]
        output: Output,
    },
    Import(Import),
}

/// Make a profile file from what a runtime of yours was built with
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("source").required(true),
    after_help = "\
Examples:
  outlast targets import --selective-build selected_operators.yaml --base executorch-1.0.1 -o phone.toml
  outlast targets import --operators operators.txt --base executorch-1.5.1 --name phone

Exit status:
  0  written
  2  no such base, or a file that cannot be read or understood"
)]
struct Import {
    /// A selected_operators.yaml, as ExecuTorch's selective build writes it
    #[arg(long, value_name = "FILE", group = "source")]
    selective_build: Option<PathBuf>,
    /// A list of operator names: one a line, or a JSON array
    #[arg(long, value_name = "FILE", group = "source")]
    operators: Option<PathBuf>,
    /// The release that the runtime is built from
    #[arg(long, value_name = "TARGET")]
    base: String,
    /// The name of the profile; without it, that of the file
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Targets {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.command {
            None => {
                out.configure(&self.output)?;
                let names = targets::names();
                let text = match out.is_json() {
                    true => to_string(&TargetsDocument::new(names))?,
                    false => text::names(&names),
                };
                out.write(&text)?;
            }
            Some(TargetsCommand::Show { name, output }) => {
                let resolved = resolve(name)?.1;
                out.configure(output)?;
                show(out, name, &resolved)?;
            }
            Some(TargetsCommand::Import(import)) => import.run(out)?,
        }
        Ok(Exit::Yes)
    }
}

fn show(out: &mut Out, name: &str, resolved: &Resolved) -> anyhow::Result<()> {
    let (note, profiles) = match resolved {
        Resolved::Exact(profile) => (None, vec![profile]),
        Resolved::Between(before, after) => {
            let note = format!("nobody measured {name}: its neighbours are");
            (Some(note), vec![before, after])
        }
        Resolved::Outside(nearest) => {
            (Some(format!("nobody measured {name}: the nearest release that was is")), vec![nearest])
        }
    };
    if out.is_json() {
        return out.write(&to_string(&ProfileDocument::new(&profiles))?);
    }
    if let Some(note) = note {
        out.write(&format!("{}\n\n", outlast_report::escape(&note)))?;
    }
    for (i, profile) in profiles.iter().enumerate() {
        let gap = if i == 0 { "" } else { "\n" };
        out.write(&format!("{gap}{}", text::profile(&out.styles(), profile)))?;
    }
    Ok(())
}

impl Import {
    fn run(&self, out: &mut Out) -> anyhow::Result<()> {
        resolve(&self.base)?;
        let (path, imported) = match (&self.selective_build, &self.operators) {
            (Some(path), _) => (path, targets::from_selective_build(&read_text(path)?)),
            (None, Some(path)) => (path, targets::from_operator_list(&read_text(path)?)),
            (None, None) => unreachable!("clap demands one of the two"),
        };
        let imported = imported.map_err(|error| anyhow!("{}: {error}", input::name(path)))?;
        let name = match &self.name {
            Some(name) => name.clone(),
            None => path.file_stem().map_or_else(|| "imported".into(), |s| s.to_string_lossy().into_owned()),
        };
        let profile = imported.to_profile_text(&name, &self.base).map_err(anyhow::Error::msg)?;
        out.configure(&self.output)?;
        match out.is_json() {
            true => out.write(&to_string(&ImportDocument::new(&name, &self.base, &profile))?),
            false => out.write(&profile),
        }
    }
}
