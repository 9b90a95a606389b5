#!/bin/sh
# Holds `outlast serve` to its description in OpenAPI: openapi-spec-validator accepts the description, and schemathesis sends requests made
# from it, by its examples, at its limits, at random, and one after another as its links say. Answers must have a status, a content type and a form
# that are described, and none may be an error of the server. That the server refuses what the description allows is no fault: a digest of a file that
# nobody uploaded is well-formed.
#
#   evidence/peers/delivery/contract.sh OUTLAST DIR EXAMPLES      DIR as setup.sh made it
set -eu
outlast=$(realpath "${1:?usage: contract.sh OUTLAST DIR EXAMPLES}")
bin=$(realpath "$2")/venv/bin
examples=$3
root=$(cd "$(dirname "$0")/../../.." && pwd)
folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"

"$bin/openapi-spec-validator" "$root/crates/serve/src/openapi.json"

"$outlast" serve profile --data data executorch-1.5.1 --alias phone
"$outlast" serve publish --data data mlp 1 "$root/corpus/executorch/1.5.1/mlp.pte"
token=$("$outlast" serve token --data data --scope admin contract)
"$outlast" serve --data data --listen 127.0.0.1:0 --log none > address &
server=$!
for _ in $(seq 100); do grep -q http address && break; sleep 0.1; done
url=$(sed 's/.* at //' address)
"$bin/schemathesis" run "$url/openapi.json" -H "Authorization: Bearer $token" --max-examples "$examples" --seed 50 \
  --phases examples,coverage,fuzzing,stateful --checks all --exclude-checks positive_data_acceptance
"$outlast" serve fsck --data data
