//! Delegates: the backend's name, its options, and the payload.

use outlast_core::{Bytes, Findings, Path, QuickMap, Severity, to_index};
use outlast_flatbuffers::{ContainerHeader, view};

use super::Verifier;
use super::codes::*;
use super::quoted;
use super::segments::index_in_range;
use crate::backends::{self, vulkan};
use crate::program::Storage;
use crate::schemas;
use crate::tables::{BackendDelegate, ExecutionPlan, View};
use crate::xnnpack;

/// Checks the delegates of a plan; returns how many tensors each takes and gives, where its payload says so.
pub(super) fn check(v: &mut Verifier<'_, '_>, plan: &ExecutionPlan<'_>, path: &Path) -> Vec<Option<usize>> {
    let Ok(Some(list)) = plan.delegates() else { return Vec::new() };
    let mut seen = QuickMap::default();
    let mut found = Vec::with_capacity(list.len());
    for index in 0..list.len() {
        let ends = match list.get(index) {
            Ok(delegate) => verify_delegate(v, &delegate, &path.item("delegate", index), &mut seen),
            Err(_) => None,
        };
        found.push(ends);
    }
    found
}

fn verify_delegate(
    v: &mut Verifier<'_, '_>,
    delegate: &BackendDelegate<'_>,
    path: &Path,
    seen: &mut QuickMap<u64, Option<usize>>,
) -> Option<usize> {
    let table = delegate.table();
    let id = delegate.id();
    if matches!(id, Ok(None)) {
        v.sink.error(
            DELEGATE_ID,
            "a delegate without a backend's name",
            table.whole_span(),
            path.field("id"),
        );
    }
    compile_specs(v, delegate, path);
    let payload = payload(v, delegate, path)?;
    if payload.is_empty() {
        let title = "the payload of the delegate has no bytes";
        v.sink.error(PAYLOAD, title, table.whole_span(), path.field("processed"));
        return None;
    }
    let id = id.ok().flatten()?;
    if id.bytes() != b"XnnpackBackend" {
        return others(v, &id.lossy(), payload, &path.field("payload"), seen);
    }
    // Payloads are shared between methods: one look is enough.
    if let Some(ends) = seen.get(&payload.base()) {
        return *ends;
    }
    let ends = xnnpack(v, payload, &path.field("payload"));
    seen.insert(payload.base(), ends);
    ends
}

/// A payload for another backend; returns how many tensors it takes and gives, where it says so.
fn others(
    v: &mut Verifier<'_, '_>,
    backend: &str,
    payload: Bytes<'_>,
    path: &Path,
    seen: &mut QuickMap<u64, Option<usize>>,
) -> Option<usize> {
    if let Some(ends) = seen.get(&payload.base()) {
        return *ends;
    }
    let size = match backend {
        "VulkanBackend" => vulkan::tables(&payload).map_or(0, |(_, tables)| tables.len()),
        // Names and numbers only.
        _ => payload.len().min(1 << 12),
    };
    v.payloads.spend(size).then_some(())?;
    let ends = match backend {
        "VulkanBackend" => {
            match vulkan::facts(&payload).and_then(|facts| Ok((facts, vulkan::tables(&payload)?.1))) {
                Ok((facts, tables)) => {
                    if facts.old_calls {
                        let title = "calls of the Vulkan graph have the layout of release 0.2";
                        v.sink.note(PAYLOAD, title, payload.span(4, 4), path.clone());
                    } else {
                        super::container::schema(
                            tables,
                            schemas::vulkan(),
                            ContainerHeader::default(),
                            path,
                            v.sink,
                        );
                    }
                    Some(facts.ends)
                }
                Err(error) => {
                    let (title, place) = (error.kind().to_string(), error.under(path).place().clone());
                    v.sink.error(PAYLOAD, title, place.span, place.path);
                    None
                }
            }
        }
        _ => {
            // What a backend makes of another container, only its own runtime knows.
            if let Some(Err(error)) = backends::read(backend, &payload) {
                let (title, place) = (error.kind().to_string(), error.under(path).place().clone());
                v.sink.warning(PAYLOAD, title, place.span, place.path);
            }
            None
        }
    };
    seen.insert(payload.base(), ends);
    ends
}

fn compile_specs(v: &mut Verifier<'_, '_>, delegate: &BackendDelegate<'_>, path: &Path) {
    let Ok(Some(list)) = delegate.compile_specs() else { return };
    if !v.spend(list.len()) {
        return;
    }
    for index in 0..list.len() {
        let Ok(spec) = list.get(index) else { continue };
        let path = || path.field("compile_specs").index(index);
        if matches!(spec.value(), Ok(None)) {
            v.sink.error(
                COMPILE_SPEC,
                "a compile option without a value",
                spec.table().whole_span(),
                path().field("value"),
            );
            v.sink.help("runtimes crash on it; an empty value must be an empty list");
        }
        if matches!(spec.key(), Ok(None)) {
            v.sink.note(
                COMPILE_SPEC,
                "a compile option without a key",
                spec.table().whole_span(),
                path().field("key"),
            );
        }
    }
}

fn payload<'a>(v: &mut Verifier<'a, '_>, delegate: &BackendDelegate<'_>, path: &Path) -> Option<Bytes<'a>> {
    let path = path.field("processed");
    let table = delegate.table();
    let reference = match delegate.processed() {
        Ok(Some(reference)) => reference.table(),
        Ok(None) => {
            v.sink.error(DELEGATE_DATA, "a delegate without `processed`", table.whole_span(), path);
            return None;
        }
        Err(_) => return None,
    };
    match v.program.delegate_storage(delegate).ok()?? {
        Storage::Segment(index) => {
            if !index_in_range(v, index, reference.span(1, 4), || path.field("index")) {
                return None;
            }
            let range = v.segments.get(to_index(index)).cloned().flatten()?;
            v.program.bytes(&range).ok()
        }
        Storage::Inline(index) => {
            let list = v.program.root.backend_delegate_data().ok().flatten();
            let count = list.map_or(0, |l| l.len());
            let Some(data) = list.and_then(|l| l.get(to_index(index)).ok()) else {
                if to_index(index) >= count {
                    let title = format!("payload {index} of {count}");
                    v.sink.error(DELEGATE_DATA, title, reference.span(1, 4), path.field("index"));
                }
                return None;
            };
            match data.data() {
                Ok(Some(data)) => v.program.flatbuffer.window(data.pos(), data.byte_len(), "payload").ok(),
                Ok(None) => {
                    let title = format!("payload {index} has no data");
                    v.sink.error(DELEGATE_DATA, title, data.table().whole_span(), path);
                    None
                }
                Err(_) => None,
            }
        }
        Storage::Unknown(location) => {
            let title = format!("location is {location}, known are 0 and 1");
            v.sink.error(DELEGATE_DATA, title, reference.span(0, 1), path.field("location"));
            None
        }
    }
}

/// A payload for XNNPACK; returns how many tensors it takes and gives.
fn xnnpack(v: &mut Verifier<'_, '_>, payload: Bytes<'_>, path: &Path) -> Option<usize> {
    // Payloads may overlap: what is read of them is bounded by the file. Weights are not read.
    let size = match xnnpack::Header::read(&payload) {
        Ok(Some(header)) => payload.len().min(to_index(header.flatbuffer_size)),
        _ => payload.len(),
    };
    v.payloads.spend(size).then_some(())?;
    let facts = match xnnpack::facts(payload) {
        Ok(facts) => facts,
        Err(error) => {
            if !xnnpack_header(payload, path, v.sink) {
                return None;
            }
            let title = error.kind().to_string();
            let place = error.under(path).place().clone();
            v.sink.error(PAYLOAD, title, place.span, place.path);
            return None;
        }
    };
    if !xnnpack_header(payload, path, v.sink) {
        return None;
    }
    let header = facts.header;
    let buffer = match header {
        Some(h) => {
            payload.window(to_index(h.flatbuffer_offset), to_index(h.flatbuffer_size), "flatbuffer").ok()?
        }
        None => payload,
    };
    super::container::schema(buffer, schemas::xnnpack(), ContainerHeader::default(), path, v.sink);
    // An empty key says that there is none.
    for (key, place) in facts.named_weights.iter().filter(|(key, _)| !key.is_empty()) {
        let known = v.names.contains_key(key.as_bytes());
        let place = || (place.span.clone(), path.field("weights"));
        match v.options.external {
            _ if known => {}
            Some(names) if names.contains_key(key) => {}
            Some(_) => {
                let (span, path) = place();
                v.sink.error(
                    EXTERNAL_DATA,
                    format!("neither the file nor a data file has the weights {}", quoted(key.as_bytes())),
                    span,
                    path,
                );
            }
            None => {
                let (span, path) = place();
                v.sink.warning(
                    EXTERNAL_DATA,
                    format!("the file does not have the weights {}", quoted(key.as_bytes())),
                    span,
                    path,
                );
                v.sink.help("a data file (.ptd) must provide them: without it runtimes crash");
            }
        }
    }
    let graph = view::root(buffer).ok()?;
    if let (Some(header), Ok(Some(list))) = (header, graph.vector(8, 4)) {
        for index in 1..list.len() {
            let Ok(weight) = list.table(index) else { continue };
            let (offset, size) =
                (weight.u64(0).ok().flatten().unwrap_or(0), weight.u64(1).ok().flatten().unwrap_or(0));
            let key = weight.string(2).ok().flatten().map_or(&[][..], |key| key.bytes());
            if let Some(segment) = v.names.get(key)
                && let Some(Some(range)) = v.segments.get(to_index(*segment))
                && range.end - range.start < size
            {
                let title = format!(
                    "weights {index} need {size} bytes, segment {segment} has {}",
                    range.end - range.start
                );
                v.sink.error(PAYLOAD, title, weight.whole_span(), path.field("constant_data").index(index));
            }
            if !key.is_empty() || offset.checked_add(size).is_some_and(|end| end <= header.constant_size) {
                continue;
            }
            let title = format!("weights {index} end beyond the {} bytes of constants", header.constant_size);
            v.sink.error(PAYLOAD, title, weight.whole_span(), path.field("constant_data").index(index));
        }
    }
    let count = |slot| graph.vector(slot, 4).ok().flatten().map_or(0, |v| v.len());
    Some(count(4) + count(5))
}

/// The header of a payload; whether it is good.
fn xnnpack_header(payload: Bytes<'_>, path: &Path, sink: &mut Findings) -> bool {
    let Ok(Some(header)) = xnnpack::Header::read(&payload) else {
        if matches!(xnnpack::Header::read(&payload), Ok(None))
            && !xnnpack::IDENTIFIERS.iter().any(|id| payload.data().get(4..8) == Some(id.as_slice()))
        {
            let found = payload.data().get(4..8).unwrap_or(&[]).escape_ascii().to_string();
            let title = format!("the payload is neither `XH00` nor a FlatBuffer of XNNPACK, but `{found}`");
            sink.error(PAYLOAD, title, payload.span(4, 4), path.clone());
            return false;
        }
        return true;
    };
    let len = payload.len() as u64;
    if header.length != 30 {
        let title = format!("the header of the payload says {} bytes, releases write 30", header.length);
        sink.put(PAYLOAD, Severity::Warning, title, payload.span(8, 2), path.field("header"));
    }
    let mut bad = |title: String, at: usize, size: usize| {
        sink.put(PAYLOAD, Severity::Error, title, payload.span(at, size), path.field("header"));
    };
    let mut good = true;
    if u64::from(header.flatbuffer_offset) + u64::from(header.flatbuffer_size) > len {
        bad(format!("the FlatBuffer of the payload ends beyond its {len} bytes"), 10, 8);
        good = false;
    }
    if u64::from(header.constant_offset).checked_add(header.constant_size).is_none_or(|end| end > len) {
        bad(format!("the constants of the payload end beyond its {len} bytes"), 18, 12);
        good = false;
    }
    let tables = u64::from(header.flatbuffer_offset) + u64::from(header.flatbuffer_size);
    if header.constant_size > 0 && u64::from(header.constant_offset) < tables {
        bad(
            format!("the constants of the payload start at {}, inside its tables", header.constant_offset),
            18,
            4,
        );
        good = false;
    }
    good
}
