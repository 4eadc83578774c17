#!/bin/sh
# `cachemark contribute --campaign short` for each client of the catalogue that a pull request adds or changes, and `publish --verify` for each
# result, in a job of GitHub. Keeps the results and the report in $RUNNER_TEMP/contribution. Ends with 1 if a client could not be
# measured, a result is not what its record says, or published files are changed. The digests of published results are such a
# file, too: the digest of a new result proves nothing.
set -eu
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P)
cd "$root"

folder=$RUNNER_TEMP/contribution
report=$folder/report.md
mkdir -p "$folder"
if ! base=$(git merge-base HEAD "origin/$GITHUB_BASE_REF" 2>/dev/null); then
  echo "::error title=Contribution::no commit in common with origin/$GITHUB_BASE_REF is here: give actions/checkout fetch-depth: 0"
  exit 3
fi

# Only what looks like the name of a client: the files are a stranger's.
names() { sed -n "s,^$1\\([a-z][a-z0-9_-]*\\)\\.$2\$,\\1,p"; }
changed=$(git diff --name-only --diff-filter=d "$base" HEAD)
clients=$(
  printf '%s\n' "$changed" | names catalog/clients/ yml
  printf '%s\n' "$changed" | names 'drivers/[a-z]*/adapters/' '[a-z]*' | while read -r adapter; do
    grep -lx "adapter: $adapter" catalog/clients/*.yml | names catalog/clients/ yml
  done
)
clients=$(printf '%s\n' "$clients" | sed '/^$/d' | sort -u)

{
  echo "## What Cachemark found"
  echo
  echo "The short form of a contribution, in one job. It shows that a client works. Its figures are not for the page."
  echo
} >"$report"
code=0
for client in $clients; do
  # A file names the language where two languages have a client of the same name.
  id=$(sed -n 's/^id: \([a-z]*\/[a-z0-9_-]*\)$/\1/p' "catalog/clients/$client.yml")
  echo "## \`$id\`" >>"$report"
  echo >>"$report"
  "$root/bin/cachemark" contribute "$id" --campaign short --results "$folder/results" >>"$report" || code=1
done
[ -n "$clients" ] || echo "No client changed." >>"$report"

# An indented line is text as it is, whatever a stranger wrote.
{
  echo
  echo "## Results"
  echo
} >>"$report"
git diff --name-only --diff-filter=A "$base" HEAD -- 'results/*/*.json' >"$folder/added"
while read -r file; do
  "$root/bin/cachemark" publish --results results --verify "$file" >"$folder/said" 2>&1 || code=1
  sed 's/^/    /' "$folder/said" >>"$report"
done <"$folder/added"
[ -s "$folder/added" ] || echo "No new result." >>"$report"
git diff --name-status --no-renames --diff-filter=a "$base" HEAD -- 'results/*/*' results/SHA256SUMS >"$folder/changed"
# One change is allowed: it removes every copy of a record that this commit has (results/README.md), and nothing else.
with_copies=0279350d404b1e9ea5c8ceaadedfdf866947ca9a
git ls-tree -r --name-only "$with_copies" results 2>/dev/null | awk -v OFS='\t' '/\.jsonl\.gz$/ { print "D", $0 }' >"$folder/copies"
if [ -s "$folder/changed" ] && ! cmp -s "$folder/copies" "$folder/changed"; then
  code=1
  {
    echo
    echo "These published files are changed or removed:"
    echo
    sed 's/^/    /' "$folder/changed"
  } >>"$report"
fi
[ -z "${GITHUB_STEP_SUMMARY-}" ] || cat "$report" >>"$GITHUB_STEP_SUMMARY"
exit "$code"
