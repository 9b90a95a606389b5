use outlast_bitstream::analyze::{AnalyzeError, Options, analyze};
fn main() {
    let mut o = Options::of_release(22);
    let mut path = String::new();
    for a in std::env::args().skip(1) {
        match a.as_str() {
            "--14" => o = Options::of_release(14),
            "--16" => o = Options::of_release(16),
            "--19" => o = Options::of_release(19),
            "--22" => {}
            "-dump" => o.dump = true,
            "--dump-blockinfo" => o.block_info_blocks = true,
            "--disable-histogram" => o.histogram = false,
            "--non-symbolic" => o.symbolic = false,
            "--show-binary-blobs" => o.binary_blobs = true,
            p => path = p.to_string(),
        }
    }
    let bytes = std::fs::read(&path).expect("read");
    if let Err(e) = analyze(&bytes, &path, &o, std::io::stdout().lock()) {
        match e {
            AnalyzeError::Fault(f) => eprintln!("llvm-bcanalyzer: {}", f.kind().llvm_message()),
            AnalyzeError::BlockInfo(f) => eprintln!("llvm-bcanalyzer: {f}"),
            AnalyzeError::Io(e) => eprintln!("{e}"),
        }
        std::process::exit(1);
    }
}
