//! What libNVVM looks at in a module as a whole: its target triple, the version of NVVM IR, its data layout, and the names that other modules see.

use outlast_bitstream::ir::{Kind, ModuleFacts};
use outlast_core::Code;
use outlast_model::verdict::{Basis, Outcome, Reason, Stage};

use super::super::codes;
use super::super::readers::Does;
use super::{Answer, LAYOUT, NAMES, Reader, TRIPLE, VERSION};

/// The layout of NVIDIA's documents.
const DOCUMENTED: &str = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64";

/// What a module that does not say its version is of.
const UNSAID: [u64; 2] = [1, 0];

/// Why a library refuses a module as a whole, in the order in which it looks.
pub(super) fn reasons(reader: &Reader<'_>, module: &ModuleFacts) -> Vec<Reason> {
    match triple(reader, module) {
        // Of a module for no machine nothing else is said.
        Some(reason) if module.triple.as_deref().is_none_or(str::is_empty) => vec![reason],
        triple => {
            let all = [version(reader, module), triple, layout(reader, module), name(reader, module)];
            all.into_iter().flatten().collect()
        }
    }
}

/// A refusal of a module: what it has, what the library says, and what to do.
fn refusal(
    module: &ModuleFacts,
    code: Code,
    stage: Stage,
    message: String,
    subject: String,
    help: String,
) -> Reason {
    Reason::new(code, Outcome::Fails)
        .basis(Basis::Measured)
        .message(Some(message))
        .stage(Some(stage))
        .needs(subject.clone())
        .subject(subject)
        .has("refuses it".into())
        .place(module.place.clone())
        .help(Some(help))
}

/// The words of a refusal.
fn says(answer: Option<Answer>, value: &str) -> Option<String> {
    match answer?.does {
        Does::Refuses(says) => says.map(|says| says.replace("{value}", value)),
        _ => None,
    }
}

fn triple(reader: &Reader<'_>, module: &ModuleFacts) -> Option<Reason> {
    let (kind, stage) = reader.stage();
    let name = &reader.profile.name;
    let Some(triple) = module.triple.as_deref().filter(|triple| !triple.is_empty()) else {
        return Some(
            refusal(
                module,
                TRIPLE,
                Stage::Load,
                format!("{name} refuses a module without a target triple"),
                "no target triple".into(),
                "write a line `target triple = \"nvptx64-nvidia-cuda\"`, or compile with --target=nvptx64-nvidia-cuda".into(),
            )
            .says(says(reader.row(kind, "triple:none"), "")),
        );
    };
    let which = match triple.strip_prefix("nvptx64-").or(triple.strip_prefix("nvptx-")) {
        Some(rest) if rest.ends_with("-cuda") => "cuda",
        Some(_) => "other",
        None if triple.starts_with("nvptx") => "other",
        None => "machine",
    };
    let answer = reader.row(kind, &format!("triple:{which}"));
    matches!(answer?.does, Does::Refuses(_)).then(|| {
        refusal(
            module,
            TRIPLE,
            stage,
            format!("{name} refuses the target triple {triple}"),
            format!("the target triple {triple}"),
            "compile with --target=nvptx64-nvidia-cuda".into(),
        )
        .says(says(answer, triple))
    })
}

/// The first numbers must be the library's own, the second may be lower: those of NVVM IR, and those of debug information behind them.
fn version(reader: &Reader<'_>, module: &ModuleFacts) -> Option<Reason> {
    let name = &reader.profile.name;
    let row = reader.profile.row("version", "current")?;
    let own: Vec<u64> = row.value.split('.').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let has = module.nvvm_version.as_deref().unwrap_or(&UNSAID);
    let text = |from: &[u64]| from.iter().map(u64::to_string).collect::<Vec<_>>().join(".");
    let parts = own.chunks_exact(2).zip(has.chunks_exact(2)).zip(["NVVM IR", "debug information in NVVM IR"]);
    let takes = |pair: (&[u64], &[u64])| matches!(pair, ([major, minor], [has, second]) if major == has && second <= minor);
    let mut refused = parts.filter(|(pair, _)| !takes(*pair));
    let ((current, version), what) = refused.next()?;
    let (current, version, nodes) = (text(current), text(version), text(&own).replace('.', ", i32 "));
    Some(refusal(
        module,
        VERSION,
        Stage::Load,
        format!("{name} takes version {current} of {what}, and this module is of {version}"),
        format!("version {version} of {what}"),
        format!(
            "write !nvvmir.version = !{{!0}} and !0 = !{{i32 {nodes}}} into the module for this release; no version suits both CUDA 11 and 12"
        ),
    ))
}

fn layout(reader: &Reader<'_>, module: &ModuleFacts) -> Option<Reason> {
    let (kind, stage) = reader.stage();
    let name = &reader.profile.name;
    // Code generation looks at the layout where there is code.
    let has_code = module.needs.iter().any(|need| need.kind == Kind::Instruction);
    if reader.newer && !reader.verifies && !has_code && module.layout.is_some() {
        return None;
    }
    let layout = module.layout.as_deref().unwrap_or("none");
    let row = reader.row(kind, &format!("layout:{layout}"));
    let answer = row.or_else(|| reader.row("otherwise", &format!("{kind}:layout")));
    let subject = match layout {
        "none" => "no data layout".to_string(),
        _ => format!("the data layout {layout}"),
    };
    match answer.map_or(Does::Unknown, |answer| answer.does) {
        Does::Refuses(_) => Some(
            refusal(
                module,
                LAYOUT,
                stage,
                match layout {
                    "none" => format!("{name} refuses a module without a data layout"),
                    _ => format!("{name} does not take the data layout {layout}"),
                },
                subject,
                format!("write target datalayout = \"{DOCUMENTED}\", as NVIDIA documents it, before the module is compiled to bitcode"),
            )
            .says(says(answer, layout)),
        ),
        Does::Unknown => Some(
            Reason::new(codes::UNMEASURED, Outcome::Unknown)
                .message(Some(format!("what {name} does with {subject} was not measured")))
                .needs("a reader that takes the data layout".into())
                .subject(subject)
                .has("not measured".into())
                .place(module.place.clone()),
        ),
        _ => None,
    }
}

/// Names that other modules see.
fn name(reader: &Reader<'_>, module: &ModuleFacts) -> Option<Reason> {
    let beyond = |name: &&String| {
        reader.verifies || name.chars().any(|c| !c.is_ascii() || c == ':' || reader.newer && c == '@')
    };
    let symbol = module.nvvm_names.iter().find(beyond)?;
    let said = format!("Invalid identifier name: {symbol} Must match [a-zA-Z$_][a-zA-Z$_0-9]*");
    Some(
        refusal(
            module,
            NAMES,
            reader.stage().1,
            format!("{} does not take the name {symbol}", reader.profile.name),
            format!("the name {symbol}"),
            "rename it before it is compiled to bitcode, or give it internal linkage".into(),
        )
        .says(reader.verifies.then_some(said)),
    )
}
