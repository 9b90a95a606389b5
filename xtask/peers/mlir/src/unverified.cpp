// Reads files of MLIR bytecode with a release's own library, without its verifier, which mlir-opt of 19 cannot leave out: what is at stake is how
// properties are read, and no operation of one of these files is valid beyond that.
//
//   unverified FILE…      for each file: `FILE ok`, then the module in its generic form; or `FILE refused`, then the message; or `FILE crashed`; then `---`

#include <cstdio>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"

static int readOne(const char *path) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  std::string message;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    message += diagnostic.str() + "\n";
    return mlir::success();
  });
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceFile<mlir::ModuleOp>(path, config);
  if (!module) {
    llvm::outs() << path << " refused\n" << message;
    llvm::outs().flush();
    return 0;
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  module->print(out, mlir::OpPrintingFlags().printGenericOpForm().assumeVerified());
  llvm::outs() << path << " ok\n" << text << "\n";
  llvm::outs().flush();
  return 0;
}

int main(int count, char **files) {
  for (int at = 1; at < count; ++at) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      readOne(files[at]);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status)) {
      printf("%s crashed\n", files[at]);
    }
    printf("---\n");
    fflush(stdout);
  }
  return 0;
}
