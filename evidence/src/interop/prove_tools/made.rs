//! Programs in C as bitcode, and what one release of LLVM writes of another's.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;

/// How programs are compiled.
const WAYS: &[(&str, &str, &[&str])] = &[
    ("sort", "O0", &["-O0"]),
    ("sort", "g", &["-O1", "-g"]),
    ("primes", "O2", &["-O2"]),
    ("matrix", "O2", &["-O2"]),
];

/// Programs with a `main` that prints, and ends with a status of its own.
const PROGRAMS: &[(&str, &str)] = &[("sort", SORT), ("primes", PRIMES), ("matrix", MATRIX)];

const SORT: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a; double b; };
static unsigned mix(unsigned x) { x ^= x >> 13; x *= 0x5bd1e995u; return x ^ (x << 7); }
static int less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
  int v[16];
  struct pair p = {3, 4.5};
  for (int i = 0; i < 16; i++) v[i] = (int)(mix(i) % 1000);
  qsort(v, 16, sizeof *v, less);
  char text[32];
  memset(text, 'x', sizeof text - 1);
  text[31] = 0;
  for (int i = 0; i < 16; i++) printf("%d ", v[i]);
  printf("\n%f %s\n", p.a * p.b, text);
  switch (argc) { case 1: puts("one"); break; case 2: puts(argv[1]); break; default: puts("many"); }
  return 7;
}
"#;

const PRIMES: &str = r#"#include <stdio.h>
static unsigned char sieve[2000];
static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  int count = 0;
  for (int i = 2; i < 2000; i++) {
    if (sieve[i]) continue;
    count++;
    for (int j = 2 * i; j < 2000; j += i) sieve[j] = 1;
  }
  printf("%d primes, %ld\n", count, fib(18));
  return count & 63;
}
"#;

const MATRIX: &str = r#"#include <stdio.h>
#define N 12
static float a[N][N], b[N][N], c[N][N];
typedef int (*step)(int);
static int twice(int x) { return 2 * x; }
static int third(int x) { return x / 3; }
static const step steps[] = {twice, third, twice};
int main(void) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { a[i][j] = i + j; b[i][j] = i - j; }
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j];
  int x = 100;
  for (int i = 0; i < 3; i++) x = steps[i](x);
  printf("%g %g %d\n", c[1][2], c[N - 1][N - 1], x);
  return 0;
}
"#;

/// The programs as a release's Clang compiles them.
pub(super) fn programs(folder: &Path, release: &str) -> anyhow::Result<Vec<PathBuf>> {
    let folder = folder.join(release);
    std::fs::create_dir_all(&folder)?;
    let mut files = Vec::new();
    for (name, text) in PROGRAMS {
        let source = folder.join(format!("{name}.c"));
        std::fs::write(&source, text)?;
        for (_, way, switches) in WAYS.iter().filter(|(program, ..)| program == name) {
            let to = folder.join(format!("{name}-{way}.bc"));
            let mut command = Command::new(format!("clang-{release}"));
            command.args(*switches).args(["-w", "-c", "-emit-llvm"]).arg(&source).arg("-o").arg(&to);
            crate::run::read(command)?;
            files.push(to);
        }
    }
    Ok(files)
}

/// What a release writes of another's file: as it reads it, or else as it reads the text that the other prints. Whether it reads one of them.
pub(super) fn written_again(file: &Path, (from, release): (&str, &str), to: &Path) -> anyhow::Result<bool> {
    let mut command = Command::new(format!("opt-{release}"));
    command.arg("-passes=").arg(file).arg("-o").arg(to);
    let output = command.output().context("opt")?;
    if output.status.success() {
        return Ok(to.exists());
    }
    let mut command = Command::new(format!("llvm-dis-{from}"));
    // Of a file with several modules, it writes `-.0`, `-.1`, … where it is.
    command.arg(file).args(["-o", "-"]).current_dir(to.parent().unwrap_or(to));
    let text = command.output().context("llvm-dis")?.stdout;
    // A file that was begun is none.
    Ok(!text.is_empty() && assembled("llvm-as", release, &text, to)?)
}

/// Bitcode or bytecode of a text; whether the release takes it.
pub(super) fn assembled(tool: &str, release: &str, text: &[u8], to: &Path) -> anyhow::Result<bool> {
    let mut command = Command::new(format!("{tool}-{release}"));
    if tool == "mlir-opt" {
        command.args(["--allow-unregistered-dialect", "--emit-bytecode"]);
    }
    command.args(["-", "-o"]).arg(to).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().with_context(|| format!("{tool}-{release}"))?;
    if let Some(mut input) = child.stdin.take() {
        // One that stops early is seen by its status.
        let _ = input.write_all(text);
    }
    let is_good = child.wait()?.success();
    if !is_good && to.exists() {
        std::fs::remove_file(to)?;
    }
    Ok(is_good && to.exists())
}
