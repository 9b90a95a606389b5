//! Payloads of backends other than XNNPACK: what their containers tell. What is inside is the backend's own business, and no
//! reader of ours: a payload that is well-formed may still not run on a device.

pub mod vulkan;

use std::fmt::Write;

use outlast_core::{Bytes, Error, ErrorKind, Result, to_index};

/// What the container of a payload tells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Container {
    /// The backend in words.
    pub title: &'static str,
    /// What the payload is, one phrase each: its format first.
    pub told: Vec<String>,
}

/// Reads a container.
type Read = fn(&Bytes<'_>) -> Result<Vec<String>>;

/// Backends by the id under which they register: their title, and what reads their containers.
const BACKENDS: &[(&str, &str, Read)] = &[
    ("CoreMLBackend", "Apple Core ML", core_ml),
    ("MPSBackend", "Apple Metal Performance Shaders", mps),
    ("QnnBackend", "Qualcomm AI Engine Direct", qnn),
    ("EthosUBackend", "Arm Ethos-U", ethos_u),
    ("VgfBackend", "Arm VGF", vgf),
    ("TOSABackend", "Arm TOSA", tosa),
    ("OpenvinoBackend", "Intel OpenVINO", openvino),
    ("NeuropilotBackend", "MediaTek NeuroPilot", neuropilot),
    ("NeutronBackend", "NXP Neutron", neutron),
    ("EnnBackend", "Samsung Exynos", opaque),
    ("MLXBackend", "Apple MLX", mlx),
    ("MetalBackend", "Apple Metal (AOTInductor)", opaque),
    ("CudaBackend", "NVIDIA CUDA (AOTInductor)", opaque),
];

/// The title of a backend that is known by its id; XNNPACK and Vulkan have modules of their own.
pub fn title(backend: &str) -> Option<&'static str> {
    BACKENDS.iter().find(|(id, ..)| *id == backend).map(|(_, title, _)| *title)
}

/// What the container of a payload tells; `None` for a backend that is not known.
pub fn read(backend: &str, payload: &Bytes<'_>) -> Option<Result<Container>> {
    let &(_, title, read) = BACKENDS.iter().find(|(id, ..)| *id == backend)?;
    Some(read(payload).map(|told| Container { title, told }))
}

fn bad(payload: &Bytes<'_>, at: usize, len: usize, what: &'static str, why: &str) -> Error {
    Error::new(ErrorKind::Invalid { what, why: why.into() }, payload.span(at, len))
}

/// Nothing to look into.
fn opaque(_: &Bytes<'_>) -> Result<Vec<String>> {
    Ok(vec!["a format of the backend's own".into()])
}

/// How many bytes of text a container may show.
const SHOWN: usize = 200;

/// Text of a payload, cut where it is long.
fn text(bytes: &[u8]) -> String {
    let cut = bytes.get(..SHOWN).unwrap_or(bytes);
    let mut text = String::from_utf8_lossy(cut).into_owned();
    if cut.len() < bytes.len() {
        text.push('…');
    }
    text
}

/// `CMJR` and JSON that names data of the program; or files of a model, and behind them their JSON, written from its end.
fn core_ml(payload: &Bytes<'_>) -> Result<Vec<String>> {
    let data = payload.data();
    if let Some(json) = data.strip_prefix(b"CMJR") {
        return Ok(vec!["a reference to named data".into(), text(json)]);
    }
    if data.last() != Some(&b'{') {
        return Err(bad(
            payload,
            0,
            data.len().min(4),
            "Core ML payload",
            "neither a reference nor a folder of files",
        ));
    }
    let mut names = Vec::new();
    let mut json = Vec::new();
    let mut depth = 0_u32;
    for byte in data.iter().rev().take(1 << 16) {
        json.push(*byte);
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    let json = String::from_utf8_lossy(&json).into_owned();
    let mut rest = json.as_str();
    while let Some((_, behind)) = rest.split_once("\"name\"") {
        rest = behind;
        let word = rest.split('"').nth(1).unwrap_or_default();
        if !word.is_empty() && names.len() < 16 {
            names.push(word.to_string());
        }
    }
    Ok(vec!["files of a model".into(), names.join(", ")])
}

/// `MP00` at 4, where constants are, and a FlatBuffer at 24; the FlatBuffer alone in early releases.
fn mps(payload: &Bytes<'_>) -> Result<Vec<String>> {
    if payload.data().get(4..8) != Some(b"MP00") {
        return Err(bad(payload, 0, payload.len().min(8), "MPS payload", "no `MP00`"));
    }
    if payload.data().get(28..32) != Some(b"MP00") {
        return Ok(vec!["an MPS graph without a header".into()]);
    }
    let (offset, size) = (payload.u64(8, "constants")?, payload.u64(16, "constants")?);
    Ok(vec!["an MPS graph".into(), format!("{size} bytes of constants at {offset}")])
}

/// A number, a signature, a size, and from 256 on the context.
fn qnn(payload: &Bytes<'_>) -> Result<Vec<String>> {
    const CONTEXT: u32 = 0x5678_ABCD;
    const GRAPH: u32 = 0x1234_ABCD;
    match payload.u32(0, "QNN magic")? {
        CONTEXT => {
            let (signature, size) = (payload.u64(4, "signature")?, payload.u64(12, "context size")?);
            Ok(vec!["a QNN context".into(), format!("{size} bytes"), format!("signature {signature:#x}")])
        }
        GRAPH => Ok(vec!["a QNN graph to compile on the device (QCIR)".into()]),
        _ => Ok(vec!["a QNN context without a header, as of releases up to 0.4".into()]),
    }
}

/// Blocks of a name of 16 bytes, a size, 12 bytes, and data up to a multiple of 16.
fn ethos_u(payload: &Bytes<'_>) -> Result<Vec<String>> {
    let mut told = vec!["a command stream of Vela".to_string()];
    let (mut at, mut first) = (0, true);
    while at < payload.len() {
        let name = payload.slice(at, 16, "name of a block")?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let size = to_index(payload.u32(at + 16, "size of a block")?);
        if first != (name == b"vela_bin_stream") {
            let why = "`vela_bin_stream` is not the first block";
            return Err(bad(payload, at, 16, "Ethos-U payload", why));
        }
        let data = payload.slice(at + 32, size, "data of a block")?;
        match name {
            b"vela_bin_stream" => {}
            b"vela_end_stream" => return Ok(told),
            b"cmd_data" if !matches!(data.get(..4), Some(b"COP1" | b"COP2")) => {
                return Err(bad(
                    payload,
                    at + 32,
                    size.min(4),
                    "Ethos-U payload",
                    "commands without `COP1` or `COP2`",
                ));
            }
            b"cmd_data" | b"weight_data" | b"scratch_size" | b"scratch_data" | b"inputs" | b"outputs" => {
                let mut line = String::new();
                let _ = write!(line, "{} {size} bytes", text(name));
                told.push(line);
            }
            _ => {
                return Err(bad(
                    payload,
                    at,
                    16,
                    "Ethos-U payload",
                    "a block with a name that no reader knows",
                ));
            }
        }
        first = false;
        at += 32 + size.max(1).next_multiple_of(16);
    }
    Err(bad(payload, 0, 16.min(payload.len()), "Ethos-U payload", "no block `vela_end_stream`"))
}

fn vgf(payload: &Bytes<'_>) -> Result<Vec<String>> {
    match payload.data().starts_with(b"VGF1") {
        true => Ok(vec!["a VGF file".into()]),
        false => Err(bad(payload, 0, payload.len().min(4), "VGF payload", "no `VGF1`")),
    }
}

fn tosa(payload: &Bytes<'_>) -> Result<Vec<String>> {
    match payload.data().get(4..8) {
        Some(b"TOSA") => Ok(vec!["a TOSA FlatBuffer".into()]),
        _ => Err(bad(payload, 0, payload.len().min(8), "TOSA payload", "no `TOSA`")),
    }
}

fn openvino(_: &Bytes<'_>) -> Result<Vec<String>> {
    Ok(vec!["a model compiled by OpenVINO: it says for which device, to OpenVINO only".into()])
}

/// A version, the numbers of inputs and outputs, and the size of what follows.
fn neuropilot(payload: &Bytes<'_>) -> Result<Vec<String>> {
    let version = payload.u8(0, "version")?;
    if version != 1 {
        return Err(bad(payload, 0, 1, "NeuroPilot payload", "a version other than 1"));
    }
    let (inputs, outputs) = (payload.u32(1, "inputs")?, payload.u32(5, "outputs")?);
    let size = payload.u32(9, "size of the network")?;
    if to_index(size) > payload.len().saturating_sub(13) {
        return Err(bad(payload, 9, 4, "NeuroPilot payload", "the network ends beyond the payload"));
    }
    let told = format!("{inputs} inputs, {outputs} outputs, {size} bytes");
    Ok(vec!["a compiled network, version 1".into(), told])
}

/// The numbers of inputs, outputs and arguments.
fn neutron(payload: &Bytes<'_>) -> Result<Vec<String>> {
    let (inputs, outputs) = (payload.u8(0, "inputs")?, payload.u8(1, "outputs")?);
    Ok(vec!["a Neutron graph".into(), format!("{inputs} inputs, {outputs} outputs")])
}

/// `MLX0` at 4, then where the graph is.
fn mlx(payload: &Bytes<'_>) -> Result<Vec<String>> {
    if payload.data().get(4..8) != Some(b"MLX0") {
        return Err(bad(payload, 0, payload.len().min(8), "MLX payload", "no `MLX0`"));
    }
    let size = payload.u64(16, "size of the graph")?;
    Ok(vec!["an MLX graph".into(), format!("{size} bytes")])
}

#[cfg(test)]
mod tests {
    use outlast_core::Bytes;

    use super::{BACKENDS, read};

    fn told(backend: &str, bytes: &[u8]) -> Result<String, String> {
        let container = read(backend, &Bytes::new(bytes, 0)).expect("a known backend");
        container.map(|c| c.told.join("; ")).map_err(|error| error.to_string())
    }

    fn block(name: &str, data: &[u8]) -> Vec<u8> {
        let mut block = name.as_bytes().to_vec();
        block.resize(16, 0);
        block.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        block.resize(32, 0);
        block.extend(data);
        block.resize(32 + data.len().max(1).next_multiple_of(16), 0);
        block
    }

    #[test]
    fn containers_tell() {
        let mut vela = block("vela_bin_stream", b"");
        vela.extend(block("cmd_data", b"COP1...."));
        vela.extend(block("weight_data", &[0; 40]));
        let cut = vela.clone();
        vela.extend(block("vela_end_stream", b""));
        assert_eq!(
            told("EthosUBackend", &vela).unwrap(),
            "a command stream of Vela; cmd_data 8 bytes; weight_data 40 bytes"
        );
        assert!(told("EthosUBackend", &cut).unwrap_err().contains("vela_end_stream"));
        let mut network = vec![1];
        [2_u32, 1, 4].iter().for_each(|n| network.extend(n.to_le_bytes()));
        network.extend([0; 4]);
        assert_eq!(
            told("NeuropilotBackend", &network).unwrap(),
            "a compiled network, version 1; 2 inputs, 1 outputs, 4 bytes"
        );
        assert!(told("NeuropilotBackend", &network[..15]).is_err());
        let reference = br#"CMJR{"key": "model", "functionName": "main"}"#;
        assert!(told("CoreMLBackend", reference).unwrap().contains("\"model\""));
        let mut folder = b"bytes".to_vec();
        folder.extend(br#"{"nodes":[{"name":"Manifest.json"},{"name":"Data"}]}"#.iter().rev());
        assert_eq!(told("CoreMLBackend", &folder).unwrap(), "files of a model; Manifest.json, Data");
        let mut context = 0x5678_ABCD_u32.to_le_bytes().to_vec();
        [7_u64, 300].iter().for_each(|n| context.extend(n.to_le_bytes()));
        assert_eq!(told("QnnBackend", &context).unwrap(), "a QNN context; 300 bytes; signature 0x7");
    }

    #[test]
    fn no_bytes_are_too_few() {
        for (backend, ..) in BACKENDS {
            for length in 0..40 {
                let _ = told(backend, &vec![0xff; length]);
            }
        }
    }
}
