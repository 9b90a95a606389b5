//! `outlast targets`: the runtimes that files can be judged for.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};
use outlast::selection::to_selective_build;
use outlast::targets::Resolved;
use outlast::{Target, shipped_names, target_names, target_names_of_programs, target_names_with_libraries};
use outlast_report::json::{ProfileDocument, TargetsDocument, to_string};
use outlast_report::{Failure, text};

use super::{fail, open_program_with, resolve};
use crate::args::Output;
use crate::cmd::families::{ImportArgs, ReadArgs};
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
  outlast targets show executorch-1.5.1+custom_ops  what it has with a library linked
  outlast targets import app.apk -o phone.toml      what the runtime in an application registers
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
    Select(Select),
}

/// Make a profile file from what your runtime was built with, or schemas from what a writer of MLIR bytecode wrote
#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("source").required(true),
    after_help = "\
Examples:
  outlast targets import libexecutorch.so -o phone.toml
  outlast targets import app.ipa -o phone.toml
  outlast targets import node_modules/react-native-executorch --member android -o phone.toml
  outlast targets import --selective-build selected_operators.yaml --base executorch-1.0.1 -o phone.toml
  outlast targets import --operators operators.txt --base executorch-1.5.1 --name phone
  outlast targets import --torch venv/bin/python -o mine.toml
  outlast targets import --device-report phone.json --base torch-1.10.2-lite -o phone.toml
  outlast targets import --paired old/ new/ --base mlir-22 --name mlir-30 -o mlir-30.txt
  outlast targets import --paired a-v4.mlirbc a-v6.mlirbc -o mlir-30.txt
  outlast dump --schema mlir-30.txt model.mlirbc

A RUNTIME is read and not run: operators and backends that its code registers, and its release.
Code that is loaded together is one runtime; --member says which, where a package has several.

Paired samples are the same modules, written by one producer as bytecode of version 4 or before,
where properties have names, and of version 6, where they have none: `mlir-opt --emit-bytecode
--emit-bytecode-version=4`.

Exit status:
  0  written
  1  paired samples: no encoding of properties was learned
  2  no such base, a file that cannot be read or understood, or files that are not paired samples"
)]
struct Import {
    /// The release that the runtime is built from [default: what a RUNTIME tells]; of an installed PyTorch, the one that it is compared with [default: its own]; of paired
    /// samples, the release nearest to the producer, if one is near
    #[arg(long, value_name = "TARGET", required_unless_present_any = ["paired", "torch", "runtime"])]
    base: Option<String>,
    /// The name of the profile; without it, that of the file, or of the samples' producer
    #[arg(long)]
    name: Option<String>,
    // Families give their arguments headings, which hold for what follows.
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    sources: ImportArgs,
}

/// Make the selected_operators.yaml of a build that runs these programs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  outlast targets select --target torch-2.15.0-lite a.ptl b.ptl -o selected_operators.yaml
  outlast targets select --target executorch-1.5.1 model.pte
  outlast targets import --selective-build selected_operators.yaml --base torch-2.15.0-lite -o phone.toml

The selection is what the programs call, and what the runtime's upgraders call for them.

Exit status:
  0  written
  2  no such target, or a file whose operators cannot be determined")]
struct Select {
    /// The release that is built, and its reader: torch-2.15.0-lite
    #[arg(short, long)]
    target: String,
    /// Programs; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    families: ReadArgs,
}

impl Select {
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let target = resolve(&self.target)?;
        let options = self.families.options()?;
        let mut programs = Vec::new();
        for path in &self.files {
            let name = input::name(path);
            let bytes = match input::open(path) {
                Ok(bytes) => bytes,
                Err(failure) => return fail(out, SELECT, &failure, &[]),
            };
            let program = match open_program_with(&name, &bytes, &options) {
                Ok(program) => program,
                Err(failure) => return fail(out, SELECT, &failure, &bytes),
            };
            let needed = program.prepare().and_then(|subject| subject.operators(&target));
            match needed {
                Ok(needed) => programs.push((name, needed)),
                Err(error) => {
                    return fail(out, SELECT, &Failure::check(&name, program.kind(), error), &bytes);
                }
            }
        }
        out.redirect(self.output.as_deref())?;
        out.write(&to_selective_build(&programs))?;
        Ok(Exit::Yes)
    }
}

/// Of failures; the answer itself is YAML.
const SELECT: &str = "outlast/select/1";

impl Targets {
    pub(crate) fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        match &self.command {
            None => {
                out.configure(&self.output)?;
                let text = match out.is_json() {
                    true => to_string(&TargetsDocument::built_in())?,
                    false => {
                        let (programs, linked) = (target_names_of_programs(), target_names_with_libraries());
                        text::names(&[target_names(), programs, linked, shipped_names()].concat())
                    }
                };
                out.write(&text)?;
            }
            Some(TargetsCommand::Show { name, output }) => {
                let target = resolve(name)?;
                out.configure(output)?;
                show(out, name, &target)?;
            }
            Some(TargetsCommand::Import(import)) => return import.run(out),
            Some(TargetsCommand::Select(select)) => return select.run(out),
        }
        Ok(Exit::Yes)
    }
}

fn show(out: &mut Out, name: &str, target: &Target) -> anyhow::Result<()> {
    let note = match target.resolved() {
        Resolved::Exact(_) => None,
        Resolved::Carried { judged_as, .. } => Some(format!("it is judged as {judged_as}:")),
        Resolved::Patch(_) => Some(format!("no profile of {name}: it is judged as")),
        Resolved::Between(before, _) if before.read_from().is_some() => {
            Some(format!("{name} is built from sources between two releases: it is judged as both"))
        }
        Resolved::Between(..) => Some(format!("no profile of {name}: its neighbours are")),
        Resolved::Outside(_) => Some(format!("no profile of {name}: the nearest release that has one is")),
    };
    let profiles = target.profiles();
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
    fn run(&self, out: &mut Out) -> anyhow::Result<Exit> {
        let made = self.sources.import(self.base.as_deref(), self.name.as_deref())?;
        out.configure(&self.output)?;
        match out.is_json() {
            true => out.write(&made.document)?,
            false => {
                out.write(&made.text)?;
                if let Some(note) = &made.note {
                    out.write_stderr(note)?;
                }
            }
        }
        Ok(made.exit)
    }
}
