//! Refusals that are about a file or a module as a whole, and by some programs of a release only: several modules, pointers of two kinds, no data layout.

use outlast_bitstream::ir::{Kind, ModuleFacts, Need, Value};
use outlast_core::Code;
use outlast_model::targets::{Behaviour, Profile};
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

use super::tools::Tool;
use super::{codes, describe};

/// Codes of the types of typed and of opaque pointers.
const TYPED: u64 = 8;
const OPAQUE: u64 = 25;

/// A refusal while the file is read, with what the program says.
fn refusal(code: Code, basis: Basis, message: String, says: String) -> Reason {
    let reason = Reason::new(code, Outcome::Fails).basis(basis).message(Some(message));
    reason.stage(Some(Stage::Load)).says(Some(says))
}

/// Why a program refuses a file of several modules. Of others of the release a note speaks.
pub(super) fn several(modules: &[ModuleFacts], profile: &Profile, notes: &mut Vec<String>) -> Option<Reason> {
    let count = modules.len();
    if count < 2 {
        return None;
    }
    let (tool, reader) = (Tool::new(profile), &profile.name);
    let Some((says, basis)) = tool.refuses_several() else {
        if let Some((others, says)) = tool.others_that_refuse_several() {
            notes.push(format!("{count} modules in one file: {others} refuse it: {says}"));
        }
        return None;
    };
    let second = modules.get(1)?;
    Some(
        refusal(
            codes::SEVERAL,
            basis,
            format!("{reader} reads files of one module, and this one has {count}"),
            says.to_string(),
        )
        .needs(format!("a reader of files of {count} modules"))
        .subject(format!("{count} modules in one file"))
        .has("reads files of one module".into())
        .place(second.place.clone())
        .help(Some(
            "take them apart: llvm-modextract -b -n 0 FILE -o OUT; or compile without -fsplit-lto-unit"
                .into(),
        )),
    )
}

/// What a linker does with a file that it does not read where that is in a library, and nothing needs it.
pub(super) fn unused(profile: &Profile) -> Option<String> {
    let name = &profile.name;
    Some(match Tool::new(profile).refuses_unused()? {
        true => format!("{name} refuses it in a library, too, where nothing needs it"),
        false => format!("{name} passes over it in a library where nothing needs it"),
    })
}

/// A module as a whole, or what stands outside of modules, and a reader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole<'a> {
    pub(super) profile: &'a Profile,
    pub(super) module: Option<&'a ModuleFacts>,
}

impl<'a> Whole<'a> {
    /// What one context holds of pointers: a reader that goes by the first module refuses others. Those of a file are read in one context; of other files
    /// a note speaks.
    pub(super) fn context(&self, typed: &mut bool, notes: &mut Vec<String>) -> Option<Reason> {
        let row = self.profile.row("context", "pointers")?;
        let says = self.says(Behaviour::parse(row.value)?.text?, &Value::Number(OPAQUE));
        let reader = &self.profile.name;
        let after = *typed;
        if self.need(Kind::Type, TYPED).is_some() && !std::mem::replace(typed, true) {
            notes.push(format!(
                "{reader} refuses modules with opaque pointers in the context in which it has read this one, whose pointers are typed: {says}"
            ));
        }
        let opaque = self.need(Kind::Type, OPAQUE)?;
        if !after {
            let note = format!(
                "{reader} refuses it in a context in which it has read a module with typed pointers before, as where both are linked: {says}"
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
            return None;
        }
        let help = "read the modules in contexts of their own, or in a release that has opaque pointers only: \
                    LLVM 17 or later";
        Some(
            refusal(
                codes::TYPE,
                row.basis.unwrap_or(Basis::Sampled),
                format!("{reader} refuses opaque pointers after a module with typed pointers"),
                says,
            )
            .needs("opaque pointers".into())
            .subject(describe::subject(opaque))
            .has("typed pointers, as in the module before".into())
            .place(opaque.first.place())
            .help(Some(help.into())),
        )
    }

    /// Why software refuses opaque pointers that the release which it carries would read.
    pub(super) fn pointers(&self) -> Option<Reason> {
        let opaque = self.need(Kind::Type, OPAQUE)?;
        let (says, basis) = Tool::new(self.profile).refuses_opaque_pointers()?;
        let reader = &self.profile.name;
        Some(
            refusal(
                codes::TYPE,
                basis,
                format!("{reader} refuses opaque pointers, unless it is told to read them"),
                self.says(says, &opaque.value),
            )
            .needs("opaque pointers".into())
            .subject(describe::subject(opaque))
            .has("typed pointers".into())
            .place(opaque.first.place())
            .help(Some(
                "set LLVMLITE_ENABLE_OPAQUE_POINTERS=1 before llvmlite is imported, or use 0.45 or later"
                    .into(),
            )),
        )
    }

    /// The need of the module for a thing of this kind and number.
    fn need(&self, kind: Kind, number: u64) -> Option<&'a Need> {
        let needs = &self.module?.needs;
        needs.iter().find(|need| need.kind == kind && need.value == Value::Number(number))
    }

    /// Why a linker refuses a module that does not say how data are laid out.
    pub(super) fn layout(&self) -> Option<Reason> {
        let module = self.module.filter(|module| module.layout.is_none())?;
        let (says, basis) = Tool::new(self.profile).wants_layout()?;
        let reader = &self.profile.name;
        Some(
            refusal(codes::LAYOUT, basis, format!("{reader} refuses a module without a data layout"), says.to_string())
                .needs("a reader that takes modules without a data layout".into())
                .subject("no data layout".into())
                .has("wants one".into())
                .place(module.place.clone())
                .help(Some(
                    "write a line `target datalayout` and compile again: `clang -S -emit-llvm` for the machine prints it".into(),
                )),
        )
    }

    /// A message of a row, with what it leaves open put in.
    pub(super) fn says(&self, message: &str, value: &Value) -> String {
        if !message.contains(['{', '(']) {
            return message.to_string();
        }
        let release = self.profile.release.to_string();
        let message = message.replace("{value}", &value.to_string()).replace("{reader}", &release);
        match self.module.and_then(|module| module.producer.as_deref()) {
            Some(producer) => message.replace("{producer}", producer),
            None => message.split_once(" (Producer: ").map_or(message.clone(), |(head, _)| head.to_string()),
        }
    }
}
