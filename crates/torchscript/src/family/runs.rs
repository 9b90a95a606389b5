//! What reading a file of PyTorch, or a pickle, runs: [`of`].

use crate::archive::{TorchArchive, is_legacy, is_tar};
use crate::pickle::recognise;
use crate::verify::{self, By, How as Way};

use outlast_model::risk::{How, Risk};

/// What reading these bytes runs, if they are a file of PyTorch or a pickle to any reader: one looks at the start, another at the end.
pub(super) fn risks(bytes: &[u8]) -> Vec<Risk> {
    let zip = || bytes.starts_with(b"PK") && TorchArchive::open(bytes).is_ok();
    if !zip() && !is_legacy(bytes) && !is_tar(bytes) && !recognise(bytes) {
        return Vec::new();
    }
    verify::runs(bytes).into_iter().map(risk).collect()
}

fn risk(runs: verify::Runs) -> Risk {
    let verify::Runs { code, how, callable, by, place } = runs;
    Risk::new(code, self::how(how), callable, place).readers(readers(by)).help(help(by))
}

fn how(how: Way) -> How {
    match how {
        Way::Called => How::Called,
        Way::Native => How::Native,
        Way::Source => How::Source,
        Way::ResultCalled => How::ResultCalled,
        Way::Changed => How::Changed,
        Way::Nested => How::Nested,
        Way::Imported => How::Imported,
    }
}

/// Who runs it, and who does not.
fn readers(by: By) -> &'static str {
    match by {
        By::Pickle => {
            "`pickle.load` runs it, and so does `torch.load` without `weights_only=True`, the default before 2.6; with it, `torch.load` refuses the file"
        }
        By::Record => {
            "`pickle.load` of the record runs it; `torch.jit.load` and the lite interpreter refuse what they do not know"
        }
        By::Exported => {
            "`torch.export.load` runs it: it reads the pickles in a program without `weights_only=True`"
        }
        By::Package => "`torch.package.PackageImporter` runs it when it loads what asks for it",
        By::Inductor => {
            "`torch._inductor.aoti_load_package` loads it, and so does `torch.export.load` where it reads such packages"
        }
    }
}

/// What to do instead of loading it.
fn help(by: By) -> &'static str {
    match by {
        By::Pickle | By::Package => {
            "do not load it: ask its author for tensors alone, `torch.save(model.state_dict(), f)`"
        }
        By::Record => "do not load it: ask its author to save the module again with `torch.jit.save`",
        By::Exported => {
            "do not load it: ask its author to export it again with tensors alone as sample inputs, weights and constants"
        }
        By::Inductor => "do not load it: ask its author for the program of `torch.export`, and compile that",
    }
}

/// The help that takes the place of any that would have the file loaded.
pub(super) fn instead(runs: &[verify::Runs]) -> Option<String> {
    runs.first().map(|first| help(first.by).to_string())
}
