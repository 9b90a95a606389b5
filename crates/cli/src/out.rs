//! [`Out`]: where answers and errors go.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Stderr, StdoutLock, Write};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use anyhow::bail;
use outlast::{Detection, Diagnostic, detect};
use outlast_report::findings::Report as Findings;
use outlast_report::text::diagnostic::{Source, render};
use outlast_report::{Failure, Format, Styles, escape};

use crate::args::{Color, Global, Output};
use crate::exit::Exit;
use crate::input;
use crate::path_conflicts;
use crate::progress::Progress;
use crate::save::{self, Report};

/// Where answers and errors go: answers to standard output or a file, the rest to standard error. Colours are dropped
/// where nobody would see them.
pub(crate) struct Out {
    data: Data,
    data_styles: Styles,
    /// Not locked: the line of progress is drawn by a thread of its own.
    errors: AutoStream<Stderr>,
    error_styles: Styles,
    /// Print no answer.
    quiet: bool,
    /// Print everything.
    pub(crate) verbose: bool,
    /// The form of the answer.
    format: Format,
    /// What is shown while there is no answer yet.
    pub(crate) progress: Progress,
}

enum Data {
    Stdout(BufWriter<AutoStream<StdoutLock<'static>>>),
    File(Box<Report>),
    /// A pipe or a device that was named as the output.
    Stream(BufWriter<File>),
    Nothing(io::Sink),
}

impl Out {
    /// Output as the flags want it.
    pub(crate) fn new(global: &Global) -> Out {
        let choice = match global.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let stdout = AutoStream::new(io::stdout().lock(), choice);
        let errors = AutoStream::new(io::stderr(), choice);
        let styles = |choice| if choice == ColorChoice::Never { Styles::plain() } else { Styles::coloured() };
        let data_styles = styles(stdout.current_choice());
        // There is nothing to take out of an answer without colours, and a dump has bytes of the file as they are.
        let stdout = match stdout.current_choice() {
            ColorChoice::Never => AutoStream::always_ansi(stdout.into_inner()),
            _ => stdout,
        };
        let error_styles = styles(errors.current_choice());
        let data = match global.quiet {
            true => Data::Nothing(io::sink()),
            false => Data::Stdout(BufWriter::new(stdout)),
        };
        let (quiet, verbose, format) = (global.quiet, global.verbose, Format::Text);
        let progress = Progress::new(quiet);
        Out { data, data_styles, errors, error_styles, quiet, verbose, format, progress }
    }

    /// Takes the form of the answer and the file it goes to.
    pub(crate) fn configure(&mut self, output: &Output) -> anyhow::Result<()> {
        self.format = output.format;
        self.redirect(output.output.as_deref())
    }

    /// Takes the form of the answer.
    pub(crate) fn set_format(&mut self, format: Format) {
        self.format = format;
    }

    /// Writes a report, where the form of the answer is one that renders it.
    pub(crate) fn report(&mut self, report: &dyn Findings) -> anyhow::Result<()> {
        match self.format.render(report) {
            Some(answer) => self.write(&answer?),
            None => Ok(()),
        }
    }

    /// Says the answer on standard error: standard output has the file.
    pub(crate) fn write_stderr(&mut self, text: &str) -> anyhow::Result<()> {
        match self.quiet {
            true => Ok(()),
            false => self.say(text),
        }
    }

    /// Sends the answer to a file, if one is given.
    pub(crate) fn redirect(&mut self, path: Option<&Path>) -> anyhow::Result<()> {
        if let Some(path) = path.filter(|path| !save::is_stdout(path)) {
            self.data = match save::open_stream(path)? {
                Some(stream) => Data::Stream(BufWriter::new(stream)),
                None => {
                    refuse_program(path)?;
                    Data::File(Box::new(Report::create(path)?))
                }
            };
            self.data_styles = Styles::plain();
            self.quiet = false;
        }
        Ok(())
    }

    /// Whether the answer is JSON, which then says of failures, too. Where no answer is printed, failures go to standard
    /// error.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json && !self.quiet
    }

    /// Whether the answer goes to a file, which it does only if the command succeeds in giving one.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.data, Data::File(_))
    }

    /// Whether nobody gets the answer if the command fails, not even a document with the failure.
    pub(crate) fn is_withheld(&self) -> bool {
        self.is_file() || path_conflicts::stdout_is_read()
    }

    /// The colours of the answer.
    pub(crate) fn styles(&self) -> Styles {
        self.data_styles
    }

    /// Where the answer is written.
    pub(crate) fn data(&mut self) -> &mut dyn Write {
        if path_conflicts::stdout_is_read()
            && let Data::Stdout(_) = self.data
            && let Data::Stdout(out) = std::mem::replace(&mut self.data, Data::Nothing(io::sink()))
        {
            // A shell has redirected the answer to an input (`>>`): what is held back is not written, either.
            let _ = out.into_parts();
        }
        // An answer on a terminal needs no line that says how far it is.
        if self.is_terminal() {
            self.progress.stop();
        }
        self.held()
    }

    /// Whether a person reads the answer as it is written.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.data, Data::Stdout(_)) && io::stdout().is_terminal()
    }

    fn held(&mut self) -> &mut dyn Write {
        match &mut self.data {
            Data::Stdout(out) => out,
            Data::File(out) => out,
            Data::Stream(out) => out,
            Data::Nothing(out) => out,
        }
    }

    /// Writes to standard error, behind what was answered before.
    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        self.held().flush()?;
        let errors = &mut self.errors;
        Ok(self.progress.aside(|| errors.write_all(text.as_bytes()))?)
    }

    /// Where bytes are written as they are: what goes to a terminal is still looked through.
    pub(crate) fn plain(&mut self) -> anyhow::Result<Box<dyn Write + '_>> {
        self.data().flush()?;
        Ok(match &mut self.data {
            Data::Stdout(_) if !io::stdout().is_terminal() => Box::new(io::stdout().lock()),
            Data::Stdout(out) => Box::new(out),
            Data::File(out) => Box::new(out),
            Data::Stream(out) => Box::new(out),
            Data::Nothing(out) => Box::new(out),
        })
    }

    /// Writes a part of the answer. Where nobody reads any more (`| head`), the rest is not written, and the exit status still says what
    /// the whole answer is.
    pub(crate) fn write(&mut self, text: &str) -> anyhow::Result<()> {
        match self.data().write_all(text.as_bytes()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe && !self.is_file() => {
                if let Data::Stdout(out) = std::mem::replace(&mut self.data, Data::Nothing(io::sink())) {
                    let _ = out.into_parts();
                }
                Ok(())
            }
            written => Ok(written?),
        }
    }

    /// Says why there is no answer for a file; `bytes` are the file's, as far as they are known.
    pub(crate) fn failure(&mut self, failure: &Failure, bytes: &[u8]) -> anyhow::Result<()> {
        let text = failure.text(&self.error_styles, bytes);
        self.say(&text)
    }

    /// Says what is wrong with a file, beside the answer.
    pub(crate) fn finding(&mut self, source: &Source<'_>, finding: &Diagnostic) -> anyhow::Result<()> {
        let text = render(&self.error_styles, source, finding);
        self.say(&text)
    }

    /// Says something beside the answer.
    pub(crate) fn warn(&mut self, text: &str) -> anyhow::Result<()> {
        self.say(&format!("warning: {}\n", escape(text)))
    }

    /// Says where a file in a file is, to whom places in it were named.
    pub(crate) fn place(&mut self, name: &str, place: &str) -> anyhow::Result<()> {
        let text = format!("note: {name} is {place}; offsets count from there");
        self.say(&format!("{}\n", escape(&text)))
    }

    /// Says why the command failed.
    pub(crate) fn error(&mut self, error: &anyhow::Error) {
        self.progress.stop();
        let _ = self.held().flush();
        let _ = writeln!(self.errors, "error: {}", escape(&format!("{error:#}")));
    }

    /// Writes what is still held back. A file with the answer takes its name, unless the command failed: then what was
    /// there before stays as it was.
    pub(crate) fn finish(&mut self, exit: Exit) -> anyhow::Result<()> {
        self.progress.stop();
        self.data().flush()?;
        let Data::File(_) = &self.data else { return Ok(()) };
        let Data::File(report) = std::mem::replace(&mut self.data, Data::Nothing(io::sink())) else {
            return Ok(());
        };
        if exit == Exit::Failed {
            let text = format!("note: {} is not written: the command failed", report.name());
            return self.say(&format!("{}\n", escape(&text)));
        }
        report.finish()
    }
}

/// An answer never takes the place of a program: `-o` before a file name that was meant as input is easily written.
pub(crate) fn refuse_program(path: &Path) -> anyhow::Result<()> {
    let is_file = path.metadata().is_ok_and(|m| m.is_file());
    // What cannot be read is left to the attempt to write.
    let head = if is_file { input::beginning(path).unwrap_or_default() } else { Vec::new() };
    match detect(&head) {
        Detection::Known(kind) => {
            bail!("will not overwrite {}: it is a file of kind {}", path.display(), kind.title())
        }
        Detection::Other(_) => Ok(()),
    }
}
