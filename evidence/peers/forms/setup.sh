#!/usr/bin/env bash
# What reads the forms of a scan: the schemas of SARIF 2.1.0 and JUnit, and libraries that check files against them.
#
#   setup.sh DIR
#
# DIR/venv                 jsonschema, xmlschema, junitparser, pyarrow
# DIR/sarif-2.1.0.json     the schema of SARIF, as a package of its makers ships it
# DIR/junit-10.xsd         the schema of JUnit files that Jenkins reads, as pytest ships it
# Quiet where everything is there already.
set -euo pipefail
mkdir -p "$1"
cd "$1"
if [ ! -e venv/.done ]; then
  echo "installing jsonschema, xmlschema, junitparser, pyarrow"
  rm -rf venv
  python3 -I -m venv venv
  venv/bin/pip install -q --disable-pip-version-check --no-cache-dir \
    jsonschema==4.25.1 xmlschema==4.1.0 junitparser==4.0.2 pyarrow==21.0.0
  touch venv/.done
fi
if [ ! -e sarif-2.1.0.json ]; then
  npm pack --silent @microsoft/jest-sarif@1.0.0-beta.0 >/dev/null
  tar -xzOf microsoft-jest-sarif-1.0.0-beta.0.tgz package/lib/schemas/sarif-2.1.0-rtm.5.json >sarif-2.1.0.json.part
  mv sarif-2.1.0.json.part sarif-2.1.0.json
fi
if [ ! -e junit-10.xsd ]; then
  venv/bin/pip download -q --disable-pip-version-check --no-deps --no-binary :all: --no-build-isolation -d . pytest==8.4.2 ||
    venv/bin/pip download -q --disable-pip-version-check --no-deps --no-binary :all: -d . pytest==8.4.2
  tar -xzOf pytest-8.4.2.tar.gz pytest-8.4.2/testing/example_scripts/junit-10.xsd >junit-10.xsd.part
  mv junit-10.xsd.part junit-10.xsd
fi
