//! A server that is killed. `OUTLAST_SERVE_KILLS` says how often.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::Duration;

use libtest_mimic::Failed;

use super::server::{Server, check, corpus, expect, token};
use super::uploaders::{Random, Shared};
use crate::run::{outlast, scratch};

pub(super) fn killed() -> Result<(), Failed> {
    let kills: usize = std::env::var("OUTLAST_SERVE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
    let folder = scratch("killed")?;
    let data = folder.join("data");
    let program = corpus("executorch/1.5.1/mlp.pte")?;
    let shared = Shared {
        address: RwLock::default(),
        token: token(&data, "admin")?,
        stop: AtomicBool::new(false),
        files: Mutex::default(),
        versions: Mutex::default(),
        retried: AtomicUsize::new(0),
        wrong: Mutex::default(),
    };
    expect(&outlast(&["serve", "profile", "--data", &data.display().to_string(), "executorch-1.5.1"]), 0)?;
    let mut random = Random(50);
    std::thread::scope(|scope| {
        for number in 0..8 {
            let (shared, program) = (&shared, &program);
            scope.spawn(move || shared.work(number, program));
        }
        let mut run = || -> Result<(), Failed> {
            for _ in 0..kills {
                let mut server = Server::open(&data, &[])?;
                *shared.address.write().expect("no panic") = Some(server.address);
                shared.look(server.address, false)?;
                std::thread::sleep(Duration::from_millis(50 + random.below(400)));
                // SIGKILL.
                server.child.kill()?;
                server.child.wait()?;
                *shared.address.write().expect("no panic") = None;
                check(&data)?;
            }
            Ok(())
        };
        let done = run();
        shared.stop.store(true, Ordering::Relaxed);
        done
    })?;
    let wrong = shared.wrong.lock().expect("no panic").clone();
    if !wrong.is_empty() {
        return Err(wrong.join("\n").into());
    }
    let server = Server::open(&data, &[])?;
    let looked = shared.look(server.address, true)?;
    // What arrived in part is reclaimed when the server starts, except for uploads that may go on.
    let report = check(&data)?;
    if report.contains("arrived in part") {
        return Err(report.into());
    }
    if looked == 0 || shared.versions.lock().expect("no panic").is_empty() {
        return Err("nothing was acknowledged".into());
    }
    #[expect(clippy::print_stdout, reason = "the test says what it counted")]
    {
        println!(
            "{kills} kills, {looked} files, {} versions, {} requests sent again; {report}",
            shared.versions.lock().expect("no panic").len(),
            shared.retried.load(Ordering::Relaxed)
        );
    }
    Ok(())
}
