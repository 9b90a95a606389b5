//! `cargo xtask interop delivery-speed`: `outlast serve` beside nginx and docker-registry, asked by wrk, in one run: ratios.

mod peers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::pins;
use crate::run::{outlast_binary, read, root, run as execute};
use peers::{Blob, Peer};

const ROUNDS: usize = 3;
/// Seconds of each measurement.
const SECONDS: &str = "5";
/// Bytes of an upload.
const UPLOAD: usize = 256 << 10;
/// Files that are uploaded in one run of wrk, at most: 1,000 by each of 8 threads.
const UPLOADS: usize = 8000;
const DOWNLOADS: &str = "1000";

pub(super) fn run() -> anyhow::Result<()> {
    let root = root().canonicalize()?;
    let scripts = root.join("evidence/peers/delivery");
    let folder = root.join("target/interop/delivery-speed");
    let mut setup = Command::new("bash");
    setup.arg(scripts.join("setup.sh")).arg(&folder).arg("speed");
    execute(setup)?;
    for pin in pins::list("delivery", "speed")? {
        println!("{}", pin.checked()?);
    }
    let work = folder.join("work");
    let _ = fs::remove_dir_all(&work);
    fs::create_dir_all(&work)?;
    let bench = Bench { load: Load { folder: &folder }, scripts: &scripts, work: &work };
    let done = bench.run();
    fs::remove_dir_all(&work)?;
    done
}

struct Bench<'b> {
    load: Load<'b>,
    scripts: &'b Path,
    work: &'b Path,
}

impl Bench<'_> {
    fn run(&self) -> anyhow::Result<()> {
        let outlast = outlast_binary()?;
        let (small, large) = (Blob::new(1 << 10), Blob::new(10 << 20));
        let nginx = Peer::nginx(self.load.folder, self.work, [&small, &large])?;
        let registry = Peer::registry(self.load.folder, self.work)?;
        let ours = Peer::outlast(&outlast, self.work)?;
        println!("idle: outlast {:.1} MB", ours.memory()?);
        registry.store(&small)?;
        registry.store(&large)?;
        ours.store(&large)?;
        let resolve = format!("{}/v1/models/mlp/resolve?profile=phone", ours.url);
        let of_registry = |blob: &Blob| format!("{}/v2/bench/blobs/{}", registry.url, blob.digest);
        for round in 1..=ROUNDS {
            let get =
                |url: &str, connections: &str, peer: &Peer| self.load.get(url, connections, &peer.token);
            let from_nginx = get(&format!("{}/{}", nginx.url, small.digest), "32", &nginx)?;
            let resolved = get(&resolve, "32", &ours)?;
            let from_registry = get(&of_registry(&small), "32", &registry)?;
            println!(
                "round {round}: resolve (hot) {:.2}× nginx's GET of 1 KB, {:.1}× docker-registry's",
                resolved / from_nginx,
                resolved / from_registry
            );
            let from_nginx = get(&format!("{}/{}", nginx.url, large.digest), "8", &nginx)?;
            let sent = get(&format!("{}/v1/blobs/{}", ours.url, large.digest), "8", &ours)?;
            let from_registry = get(&of_registry(&large), "8", &registry)?;
            println!(
                "round {round}: blobs of 10 MB {:.2}× nginx, {:.2}× docker-registry",
                sent / from_nginx,
                sent / from_registry
            );
            let digests = self.uploads(round)?;
            let first = round * UPLOADS;
            let stored = self.load.put(self.scripts, &ours, "outlast", first, &digests)?;
            let by_registry = self.load.put(self.scripts, &registry, "registry", first, &digests)?;
            println!("round {round}: uploads of 256 KB {:.2}× docker-registry", stored / by_registry);
        }
        // A process of its own: what load left is not counted.
        drop(ours);
        let ours = Peer::outlast(&outlast, self.work)?;
        let mut open = Command::new("python3");
        open.arg("-I").arg(self.scripts.join("downloads.py")).arg(ours.pid().to_string()).arg(ours.port());
        open.arg(format!("/v1/blobs/{}", large.digest)).arg(&ours.token).arg(DOWNLOADS);
        let said = read(open)?;
        let [idle, most, waiting] = said.split_whitespace().collect::<Vec<_>>()[..] else {
            anyhow::bail!("downloads.py says {said:?}")
        };
        println!(
            "outlast: {idle} MB idle, {most} MB at most while {DOWNLOADS} downloads begin, {waiting} MB while they are open"
        );
        Ok(())
    }

    /// The digests of the files of a round, behind those of the rounds before, a line for each: the file.
    fn uploads(&self, round: usize) -> anyhow::Result<PathBuf> {
        let path = self.work.join("digests");
        let mut lines = fs::read_to_string(&path).unwrap_or_else(|_| "-\n".repeat(UPLOADS));
        let filler = vec![b'x'; UPLOAD - 12];
        for n in round * UPLOADS..(round + 1) * UPLOADS {
            let mut hasher = Sha256::new_with_prefix(format!("{n:012}"));
            hasher.update(&filler);
            lines += &format!("{}\n", peers::shown(&hasher.finalize()));
        }
        fs::write(&path, lines)?;
        Ok(path)
    }
}

/// wrk.
struct Load<'b> {
    folder: &'b Path,
}

impl Load<'_> {
    fn wrk(&self, words: &[&str]) -> anyhow::Result<String> {
        let mut wrk = Command::new(self.folder.join("root/usr/bin/wrk"));
        wrk.env("LD_LIBRARY_PATH", self.folder.join("lib")).args(words);
        read(wrk)
    }

    /// Requests in a second.
    fn get(&self, url: &str, connections: &str, token: &str) -> anyhow::Result<f64> {
        let header = format!("Authorization: Bearer {token}");
        let said = self.wrk(&["-t1", "-c", connections, "-d", SECONDS, "-H", &header, url])?;
        anyhow::ensure!(!said.contains("Non-2xx") && !said.contains("Socket errors"), "{url}: {said}");
        let rate = said.lines().find_map(|line| line.strip_prefix("Requests/sec:"));
        Ok(rate.with_context(|| said.clone())?.trim().parse()?)
    }

    /// Files in a second that were stored.
    fn put(
        &self,
        scripts: &Path,
        to: &Peer,
        kind: &str,
        first: usize,
        digests: &Path,
    ) -> anyhow::Result<f64> {
        let (script, size, first) = (scripts.join("upload.lua"), UPLOAD.to_string(), first.to_string());
        let (script, digests) = (script.display().to_string(), digests.display().to_string());
        let said = self.wrk(&[
            "-t8", "-c8", "-d", SECONDS, "-s", &script, &to.url, "--", kind, &size, &first, &digests,
            &to.token,
        ])?;
        // `stored N in T s, refused R`
        let line = said.lines().last().unwrap_or_default();
        let words: Vec<&str> = line.split([' ', ',']).collect();
        let ["stored", stored, "in", time, "s", "", "refused", "0"] = words[..] else {
            anyhow::bail!("{}: {said}", to.url)
        };
        Ok(stored.parse::<f64>()? / time.parse::<f64>()?)
    }
}
