//! The `outlast` command. One file per subcommand in `cmd/`; what they print is made by `outlast-report`.
//!
//! Exit status: 0 yes or clean, 1 answered "no", 2 could not answer.

mod args;
mod atomic_file;
mod cmd;
mod command_line;
mod config;
mod exit;
mod hint;
mod input;
mod out;
mod path_conflicts;
mod progress;
mod runtimes;
mod save;
mod scratch;
mod signals;
mod size;
mod targets;
mod walk;

use std::process::ExitCode;

/// A scan makes and drops many small things for each file; the allocator of the C library takes a fifth of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use anyhow::Context;
use exit::Exit;
use out::Out;

fn main() -> ExitCode {
    let cli = match command_line::parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            let error = hint::with_hint(error);
            // Help and version go to stdout with status 0, usage errors to stderr with status 2.
            let _ = error.print();
            return if error.use_stderr() { Exit::Failed.into() } else { Exit::Yes.into() };
        }
    };
    let mut out = Out::new(&cli.global);
    input::set_limit(cli.global.max_size);
    let run = |out: &mut Out| {
        if let Some(folder) = &cli.global.directory {
            std::env::set_current_dir(folder).with_context(|| folder.display().to_string())?;
        }
        let exit = cli.command.run(out)?;
        input::demand_all_whole()?;
        Ok(exit)
    };
    let exit = run(&mut out).and_then(|exit| match out.finish(exit) {
        // What nobody read is an answer all the same.
        Err(error) if exit::is_broken_pipe(&error) && !out.is_file() => Ok(exit),
        finished => finished.map(|()| exit),
    });
    match exit {
        Ok(exit) => exit.into(),
        Err(error) if exit::is_broken_pipe(&error) && !out.is_file() => Exit::Yes.into(),
        Err(error) => {
            out.error(&error);
            Exit::Failed.into()
        }
    }
}
