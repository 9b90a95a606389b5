//! Programs of the lite interpreter as FlatBuffers: structure, indices, order, storages.

use outlast_core::{Bytes, Diagnostic, Path, Place, Severity, Span};
use outlast_flatbuffers::coverage::Coverage;

use super::context::Context;
use super::quoted;
use super::{bytecode, codes};
use crate::flatbuffer::{ClassKind, FlatFile, Module, Quantiser, Sniffed, Tensor, ValueKind, sniff};

/// What readers that map the file need of the data of tensors, in bytes.
const ALIGNMENT: u64 = 16;
/// Versions of bytecode that FlatBuffers have.
const VERSION: i64 = 9;

/// Checks a file if it is one, or nearly; whether it is.
pub(super) fn check(data: &[u8], context: &mut Context) -> bool {
    let file = Bytes::new(data, 0);
    match sniff(data) {
        None => return false,
        Some(Sniffed::Program) => {}
        Some(Sniffed::Cut) => context.error(
            codes::BROKEN_FLATBUFFER,
            "the file ends before its root table",
            file.span(0, data.len()),
        ),
        // What else it is, other checks say.
        Some(Sniffed::Elsewhere(at)) => {
            let title = format!("`PTMF` is at {at}, and readers look at 4: they do not know the file");
            context.error(codes::BROKEN_FLATBUFFER, title, file.span(at, 4));
            return false;
        }
        Some(Sniffed::Misspelt) => return false,
    }
    match FlatFile::open(file) {
        Ok(opened) => of_file(&opened, context),
        Err(error) => context.failure(codes::BROKEN_FLATBUFFER, &error),
    }
    true
}

fn of_file(file: &FlatFile<'_>, context: &mut Context) {
    let walk = file.walk();
    for error in &walk.errors {
        context.failure(codes::BROKEN_FLATBUFFER, error);
    }
    for slot in &walk.unknown_slots {
        let title = format!("field {} of a table is one that no release has", slot.id);
        let place = Place::new(file.file.span(slot.at, slot.room), slot.path.clone());
        context.add(Diagnostic::new(codes::UNKNOWN_FIELD, Severity::Note, title, place));
    }
    if walk.errors.is_empty() {
        let coverage = Coverage::new(file.file, &walk, &[], 64);
        for overlap in &coverage.overlaps {
            let title = "two parts of the file share bytes";
            context.warning(codes::SHARED_BYTES, title, file.file.span(overlap.second.start, 1));
        }
        if walk.unknown_slots.is_empty() {
            for gap in coverage.unexplained() {
                let title = "bytes that nothing refers to".to_string();
                context.note(codes::SHARED_BYTES, title, file.file.span(gap.start, gap.end - gap.start));
            }
        }
    }
    let module = file.module();
    bytecode::check(&module.program, context);
    of_module(&module, context);
}

fn value_place(module: &Module, index: usize) -> Place {
    let at = module.values.get(index).map_or(0, |value| value.at);
    Place::new(Span::at(at, 4), Path::root().item("value", index))
}

fn of_module(module: &Module, context: &mut Context) {
    let count = module.values.len();
    let whole = Span::at(0, 4);
    let mut say =
        |code, severity, title: String, place| context.add(Diagnostic::new(code, severity, title, place));
    let error = Severity::Error;
    let root = |field: &'static str| Place::new(whole.clone(), Path::root().field(field));
    if module.program.version != Some(VERSION) {
        let version = module.program.version.unwrap_or_default();
        // Files of PyTorch's own tests have 4.
        let title =
            format!("the version of the bytecode is {version}; releases write {VERSION} into FlatBuffers");
        say(codes::BYTECODE_VERSION, Severity::Note, title, root("bytecode_version"));
    }
    let is_function = |index: u32| {
        let value = usize::try_from(index).ok().and_then(|index| module.values.get(index));
        matches!(value.map(|value| &value.kind), Some(ValueKind::Function(_)))
    };
    match usize::try_from(module.state)
        .ok()
        .and_then(|index| module.values.get(index))
        .map(|value| &value.kind)
    {
        Some(ValueKind::Object { .. }) => {}
        _ => {
            let title = format!("the module is value {} of {count}, which is not an object", module.state);
            say(codes::BAD_INDEX, error, title, root("state_obj"));
        }
    }
    for index in module.methods.iter().filter(|index| !is_function(**index)).take(100) {
        say(
            codes::BAD_INDEX,
            error,
            format!("a method is value {index} of {count}, which is not a function"),
            root("methods"),
        );
    }
    for index in module.source_constants.iter().filter(|index| u64::from(**index) >= count as u64).take(100) {
        say(
            codes::BAD_INDEX,
            error,
            format!("a constant of the source is value {index} of {count}"),
            root("jit_constants"),
        );
    }
    if u64::from(module.mobile_values) > count as u64 {
        let title = format!("{} values are the program's, and there are {count}", module.mobile_values);
        say(codes::BAD_INDEX, error, title, root("mobile_ivalue_size"));
    }
    if i64::from(module.storage_count) != i64::try_from(module.storages.len()).unwrap_or(i64::MAX) {
        let title = format!(
            "the file says that it has {} storages, and has {}",
            module.storage_count,
            module.storages.len()
        );
        say(codes::BAD_INDEX, error, title, root("storage_data_size"));
    }
    for (index, storage) in module.storages.iter().enumerate() {
        let start = storage.data.start;
        if storage.data.end > start && start % ALIGNMENT != 0 {
            let title = format!(
                "the data of storage {index} start at 0x{start:x}, which is not a multiple of {ALIGNMENT}"
            );
            let place = Place::new(Span::bytes(start, storage.data.end), Path::root().item("storage", index));
            say(codes::MISALIGNED, Severity::Warning, title, place);
        }
    }
    for function in &module.program.functions {
        let classes = module.classes.len();
        if let Some(class) = function.class
            && u64::from(class) >= classes as u64
        {
            let path = Path::root().named("function", &function.name.chars().take(100).collect::<String>());
            let title = format!("the function is a method of class {class} of {classes}");
            say(codes::BAD_INDEX, error, title, Place::new(Span::at(function.at, 4), path));
        }
    }
    for index in 0..count {
        of_value(module, index, &mut |code, severity, title| {
            say(code, severity, title, value_place(module, index));
        });
    }
}

fn of_value(module: &Module, index: usize, say: &mut dyn FnMut(outlast_core::Code, Severity, String)) {
    let error = Severity::Error;
    let count = module.values.len();
    let Some(value) = module.values.get(index) else { return };
    // Only the first of each kind is said for one value, which may refer to very many.
    let (mut outside, mut later) = (None, None);
    value.kind.parts(|part| match usize::try_from(part) {
        Ok(part) if part < index => {}
        Ok(part) if part < count => later = later.or(Some(part)),
        _ => outside = outside.or(Some(part)),
    });
    if let Some(part) = outside {
        say(codes::BAD_INDEX, error, format!("value {index} refers to value {part} of {count}"));
    }
    if let Some(part) = later {
        let title = match part == index {
            true => format!("value {index} refers to itself: readers take `None` in its place"),
            false => format!(
                "value {index} refers to value {part}, which is made later: readers take `None` in its place"
            ),
        };
        say(codes::LATER_VALUE, error, title);
    }
    match &value.kind {
        ValueKind::Unknown(number) => {
            say(
                codes::BROKEN_FLATBUFFER,
                error,
                format!("value {index} is of kind {number}, which no release has"),
            );
        }
        ValueKind::Dict(keys, values, _) if keys.len() != values.len() => {
            let title = format!("a dictionary has {} keys and {} values", keys.len(), values.len());
            say(codes::BAD_INDEX, error, title);
        }
        ValueKind::List(_, None) | ValueKind::Dict(_, _, None) => {
            say(codes::BROKEN_FLATBUFFER, error, "a list or dictionary has no type: readers crash".into());
        }
        ValueKind::List(_, Some(ty)) | ValueKind::Dict(_, _, Some(ty)) => {
            if let Err(why) = &*ty.parsed {
                say(codes::BYTECODE_TYPE, error, format!("the type {}: {why}", quoted(&ty.text)));
            }
        }
        ValueKind::Object { class, attributes, setstate, .. } => {
            let classes = module.classes.len();
            let Some(found) = usize::try_from(*class).ok().and_then(|at| module.classes.get(at)) else {
                return say(codes::BAD_INDEX, error, format!("an object is of class {class} of {classes}"));
            };
            match found.kind {
                ClassKind::WithFields if attributes.len() > found.attributes.len() => {
                    let (has, of) = (attributes.len(), found.attributes.len());
                    say(
                        codes::BAD_INDEX,
                        error,
                        format!("an object has {has} attributes, and its class {of}"),
                    );
                }
                ClassKind::WithSetstate => {
                    let function = usize::try_from(*setstate).ok().filter(|at| *at < index);
                    let function = function.and_then(|at| module.values.get(at)).map(|value| &value.kind);
                    if !matches!(function, Some(ValueKind::Function(_))) {
                        let title = format!(
                            "`__setstate__` of an object is value {setstate}, which is not a function before it"
                        );
                        say(codes::BAD_INDEX, error, title);
                    }
                }
                ClassKind::WithFields | ClassKind::Custom => {}
                kind => say(
                    codes::BAD_INDEX,
                    error,
                    format!("an object is of a class without objects ({kind:?})"),
                ),
            }
        }
        ValueKind::Tensor(tensor) => {
            of_tensor(module, index, tensor, say);
            if let Some(Quantiser::PerChannel { scales, zero_points, .. }) = &tensor.quantiser {
                for part in [scales, zero_points] {
                    match part {
                        Some(part) => of_tensor(module, index, part, say),
                        None => say(
                            codes::BAD_TENSOR,
                            error,
                            "a tensor quantised per channel has no scales or zero points".into(),
                        ),
                    }
                }
            }
        }
        _ => {}
    }
}

fn of_tensor(
    module: &Module,
    index: usize,
    tensor: &Tensor,
    say: &mut dyn FnMut(outlast_core::Code, Severity, String),
) {
    let error = Severity::Error;
    let storages = module.storages.len();
    let Some(data) = module.storage(tensor.storage) else {
        let title = format!("the tensor of value {index} is in storage {} of {storages}", tensor.storage);
        return say(codes::BAD_INDEX, error, title);
    };
    if tensor.sizes.len() != tensor.strides.len() {
        let (sizes, strides) = (tensor.sizes.len(), tensor.strides.len());
        return say(codes::BAD_TENSOR, error, format!("a tensor has {sizes} sizes and {strides} strides"));
    }
    let Some(name) = tensor.scalar_type.name() else {
        let title =
            format!("the elements of a tensor are of type {}, which no release has", tensor.scalar_type.0);
        return say(codes::BAD_TENSOR, error, title);
    };
    if tensor.scalar_type.size().is_none() {
        return;
    }
    let len = data.end.saturating_sub(data.start);
    if tensor.end().is_none_or(|end| end > len) {
        let title = format!(
            "the {name} tensor of value {index} with offset {} reaches beyond its storage of {len} bytes",
            tensor.offset
        );
        say(codes::BEYOND_STORAGE, error, title);
    }
}
