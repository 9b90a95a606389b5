//! [`fetch`]: a client. It asks a server, or chooses itself from a static export, by the same function; goes on where it was interrupted, and writes a
//! file that is whole and has the digest that was chosen, or none.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;

use crate::digest::{Digest, Hasher};
use crate::error::{
    BAD_REQUEST, DIGEST_MISMATCH, KINDS, NO_VARIANT, NOT_FOUND, Problem, Result, STORAGE, UNAVAILABLE,
    UNKNOWN_PROFILE,
};
use crate::export::{blob_path, index_path};
use crate::index::{Index, SCHEMA};
use crate::names::{self, shown};
use crate::resolve::{Answer, Delivered, resolve};

/// Bytes that a document may have.
const MOST_DOCUMENT: u64 = 256 << 20;
/// How often a download that is interrupted goes on.
const TRIES: u32 = 5;

/// What is fetched.
#[derive(Clone, Debug)]
pub struct Request<'r> {
    /// The model.
    pub model: &'r str,
    /// An address, or a folder.
    pub from: &'r str,
    /// The profile, by digest, alias or name.
    pub profile: &'r str,
    /// The token, where one is needed.
    pub token: Option<&'r str>,
    /// Where the file goes.
    pub output: &'r Path,
}

/// What became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fetched {
    /// The file was written.
    Written(Delivered),
    /// The file that is there is the one that the profile gets.
    Same(Digest),
    /// The file that is there is newer than what the profile gets.
    NothingNewer,
}

/// Fetches the variant of a model that a profile gets.
///
/// # Errors
///
/// [`NO_VARIANT`] with every reason; why it cannot be fetched. The file that was there is kept then.
pub fn fetch(request: &Request<'_>) -> Result<Fetched> {
    names::model(request.model)?;
    let have = digest_of(request.output)?;
    let source = Source::new(request);
    let (delivered, at) = match source.choose(request, have)? {
        Chosen::Get(delivered, at) => (delivered, at),
        Chosen::Same => {
            return have.map(Fetched::Same).ok_or_else(|| {
                Problem::new(&BAD_REQUEST, "the server answers for a file that is not there")
            });
        }
        Chosen::NothingNewer => return Ok(Fetched::NothingNewer),
    };
    if have == Some(delivered.digest) {
        return Ok(Fetched::Same(delivered.digest));
    }
    download(&source, &at, &delivered, request.output)?;
    Ok(Fetched::Written(*delivered))
}

enum Chosen {
    Get(Box<Delivered>, String),
    Same,
    NothingNewer,
}

/// Where files come from.
enum Source {
    Folder(PathBuf),
    Http { agent: ureq::Agent, base: String, token: Option<String> },
}

/// What an address answered.
struct Answered {
    status: u16,
    problem: bool,
    body: Box<dyn Read>,
}

impl Source {
    fn new(request: &Request<'_>) -> Source {
        let from = request.from;
        if !from.contains("://") {
            return Source::Folder(PathBuf::from(from));
        }
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_connect(Some(Duration::from_secs(20)))
            .timeout_recv_response(Some(Duration::from_secs(300)))
            .user_agent(concat!("outlast/", env!("CARGO_PKG_VERSION")))
            .build();
        let base = from.trim_end_matches('/').to_string();
        Source::Http { agent: config.into(), base, token: request.token.map(str::to_string) }
    }

    /// Chooses a variant: the server does, or we do from a static export.
    fn choose(&self, request: &Request<'_>, have: Option<Digest>) -> Result<Chosen> {
        if let Source::Http { .. } = self {
            let have = have.map(|have| format!("&have={have}")).unwrap_or_default();
            let profile = encode(request.profile);
            let path = format!("v1/models/{}/resolve?profile={profile}{have}", request.model);
            let answered = self.get(&path, None)?;
            // A web server that delivers files knows nothing of this; stores of objects say 403.
            if answered.problem || !matches!(answered.status, 403 | 404) {
                return chosen(answered);
            }
        }
        let Some(index) = self.index(request.model)? else {
            return Err(Problem::new(&NOT_FOUND, "there is no such model")
                .at(shown(request.from))
                .found(request.model));
        };
        let profile = index.profile(request.profile).ok_or_else(|| {
            let known: Vec<&str> = index.profiles.values().map(|named| named.name.as_str()).collect();
            Problem::new(&UNKNOWN_PROFILE, "the index has no verdicts of this profile")
                .found(shown(request.profile))
                .expected(known.join(", "))
                .help("Register it with the server, and export again.")
        })?;
        match resolve(&index, profile, have) {
            Answer::Deliver(delivered) => {
                let at = blob_path(delivered.digest);
                Ok(Chosen::Get(delivered, at))
            }
            Answer::Same(_) => Ok(Chosen::Same),
            Answer::NothingNewer => Ok(Chosen::NothingNewer),
            Answer::Refused(refused) => {
                Err(Problem::new(&NO_VARIANT, "no variant of the model is known to run there")
                    .with("variants", serde_json::to_value(refused)?))
            }
        }
    }

    fn index(&self, model: &str) -> Result<Option<Index>> {
        let answered = self.get(&index_path(model), None)?;
        match answered.status {
            200 => {
                let index: Index = document(answered.body)?;
                if index.schema != SCHEMA {
                    return Err(Problem::new(
                        &BAD_REQUEST,
                        "the index has another form than this version reads",
                    )
                    .found(shown(&index.schema))
                    .expected(SCHEMA)
                    .help("Use a newer version of Outlast."));
                }
                Ok(Some(index))
            }
            404 => Ok(None),
            _ => Err(refusal(answered)),
        }
    }

    /// Gets what is at a path, from this byte on.
    fn get(&self, path: &str, from: Option<u64>) -> Result<Answered> {
        match self {
            Source::Folder(folder) => {
                let at = folder.join(path);
                match File::open(&at) {
                    Ok(mut file) => {
                        let mut status = 200;
                        if let Some(from) = from {
                            io::Seek::seek(&mut file, io::SeekFrom::Start(from))?;
                            status = 206;
                        }
                        Ok(Answered { status, problem: false, body: Box::new(file) })
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {
                        Ok(Answered { status: 404, problem: false, body: Box::new(io::empty()) })
                    }
                    Err(error) => Err(Problem::new(&STORAGE, format!("{}: {error}", at.display()))),
                }
            }
            Source::Http { agent, base, token } => {
                let mut get = agent.get(format!("{base}/{path}"));
                if let Some(token) = token {
                    get = get.header("Authorization", format!("Bearer {token}"));
                }
                if let Some(from) = from {
                    get = get.header("Range", format!("bytes={from}-"));
                }
                let response = get.call().map_err(|error| unreachable_at(base, &error))?;
                let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
                let problem = kind.is_some_and(|kind| kind.starts_with("application/problem+json"));
                let status = response.status().as_u16();
                Ok(Answered { status, problem, body: Box::new(response.into_body().into_reader()) })
            }
        }
    }
}

fn unreachable_at(base: &str, error: &ureq::Error) -> Problem {
    let problem = Problem::new(&UNAVAILABLE, format!("the server does not answer: {error}")).at(shown(base));
    if base.starts_with("https:") {
        return problem.help("This build has no TLS: use http, a proxy on this machine, or a folder.");
    }
    problem.help("Check the address, and whether the server runs.")
}

/// What a server chose.
fn chosen(answered: Answered) -> Result<Chosen> {
    match answered.status {
        200 => {
            let mut document: Value = document(answered.body)?;
            let variant = document.get_mut("variant").map(Value::take).unwrap_or_default();
            let delivered: Delivered = serde_json::from_value(variant).map_err(|error| {
                Problem::new(&BAD_REQUEST, format!("the answer of the server cannot be read: {error}"))
            })?;
            // Not the address that the answer names: that may be anywhere.
            let at = format!("v1/blobs/{}", delivered.digest);
            Ok(Chosen::Get(Box::new(delivered), at))
        }
        304 => Ok(Chosen::Same),
        204 => Ok(Chosen::NothingNewer),
        _ => Err(refusal(answered)),
    }
}

fn document<T: serde::de::DeserializeOwned>(body: Box<dyn Read>) -> Result<T> {
    let mut text = Vec::new();
    let interrupted =
        |error: io::Error| Problem::new(&UNAVAILABLE, format!("the answer was interrupted: {error}"));
    body.take(MOST_DOCUMENT).read_to_end(&mut text).map_err(interrupted)?;
    serde_json::from_slice(&text)
        .map_err(|error| Problem::new(&BAD_REQUEST, format!("the answer cannot be read: {error}")))
}

/// The problem that an address answered with.
fn refusal(answered: Answered) -> Problem {
    let status = answered.status;
    let document: Value =
        if answered.problem { document(answered.body).unwrap_or_default() } else { Value::Null };
    let text = |name: &str| document.get(name).and_then(Value::as_str).map(str::to_string);
    let code = text("code").unwrap_or_default();
    let kind = KINDS.iter().copied().find(|kind| kind.code == code).unwrap_or(&UNAVAILABLE);
    let detail = text("detail").unwrap_or_else(|| format!("the server answers with the status {status}"));
    let mut problem = Problem::new(kind, detail);
    for name in ["place", "found", "expected", "help", "variants", "model", "profile"] {
        if let Some(value) = document.get(name) {
            problem = problem.with(name, value.clone());
        }
    }
    problem
}

/// A value behind the question mark.
fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn digest_of(path: &Path) -> Result<Option<Digest>> {
    match File::open(path) {
        Ok(file) => {
            let mut hasher = Hasher::default();
            hash(&file, &mut hasher).map_err(|error| unwritable(path, &error))?;
            Ok(Some(hasher.finish()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unwritable(path, &error)),
    }
}

/// Reads a file to its end; its length.
fn hash(mut file: &File, hasher: &mut Hasher) -> io::Result<u64> {
    let (mut size, mut buffer) = (0, vec![0; 1 << 18]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(size);
        }
        hasher.update(buffer.get(..read).unwrap_or_default());
        size += read as u64;
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Problem {
    Problem::new(&STORAGE, format!("{}: {error}", path.display()))
        .help("Choose another file with -o, or free space.")
}

/// Downloads a file to a part next to the output, goes on with what a part has, checks the digest, and renames.
fn download(source: &Source, at: &str, delivered: &Delivered, output: &Path) -> Result<()> {
    let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let short: String = delivered.digest.hex().chars().take(16).collect();
    let part = output.with_file_name(format!(".{name}.{short}.part"));
    let failed = |error: io::Error| unwritable(&part, &error);
    let mut last = None;
    for attempt in 0..TRIES {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .append(true)
            .open(&part)
            .map_err(failed)?;
        let mut hasher = Hasher::default();
        let arrived = hash(&file, &mut hasher).map_err(failed)?;
        match receive(source, at, delivered, (&file, arrived, hasher)) {
            Ok(found) if found == delivered.digest => {
                file.sync_all().map_err(failed)?;
                fs::rename(&part, output).map_err(|error| unwritable(output, &error))?;
                #[cfg(unix)]
                if let Some(folder) = output.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                    File::open(folder)
                        .and_then(|folder| folder.sync_all())
                        .map_err(|error| unwritable(folder, &error))?;
                }
                return Ok(());
            }
            Ok(found) => {
                let _ = fs::remove_file(&part);
                let problem = Problem::new(
                    &DIGEST_MISMATCH,
                    "the file that came has another digest than the one that was chosen",
                );
                let problem = problem.found(found.to_string()).expected(delivered.digest.to_string());
                // What was there before may have been damaged; what came whole is not asked for twice.
                if arrived == 0 {
                    return Err(
                        problem.help("Ask again; if it stays so, run `outlast serve fsck` at the server.")
                    );
                }
                last = Some(problem);
            }
            Err(problem) if problem.kind() == &UNAVAILABLE => {
                last = Some(problem);
                std::thread::sleep(Duration::from_millis(100 << attempt));
            }
            Err(problem) => return Err(problem),
        }
    }
    Err(last.unwrap_or_else(|| Problem::new(&UNAVAILABLE, "the file did not come")))
}

/// Receives the rest of a file; the digest of all of it.
fn receive(
    source: &Source,
    at: &str,
    delivered: &Delivered,
    (mut file, mut arrived, mut hasher): (&File, u64, Hasher),
) -> Result<Digest> {
    if arrived >= delivered.size {
        return Ok(hasher.finish());
    }
    let answered = source.get(at, (arrived > 0).then_some(arrived))?;
    match answered.status {
        206 => {}
        200 => {
            // The server sends all of it.
            if arrived > 0 {
                file.set_len(0)?;
                (arrived, hasher) = (0, Hasher::default());
            }
        }
        _ => return Err(refusal(answered)),
    }
    let mut body = answered.body.take(delivered.size - arrived + 1);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let interrupted =
            |error: io::Error| Problem::new(&UNAVAILABLE, format!("the file was interrupted: {error}"));
        let read = body.read(&mut buffer).map_err(interrupted)?;
        if read == 0 {
            break;
        }
        let bytes = buffer.get(..read).unwrap_or_default();
        file.write_all(bytes)
            .map_err(|error| Problem::new(&STORAGE, format!("the part cannot be written: {error}")))?;
        hasher.update(bytes);
        arrived += read as u64;
    }
    if arrived < delivered.size {
        return Err(Problem::new(&UNAVAILABLE, "the file was interrupted")
            .found(format!("{arrived} bytes"))
            .expected(format!("{} bytes", delivered.size)));
    }
    Ok(hasher.finish())
}
