#!/bin/sh
# `cachemark contribute --short` for each client of the catalogue that a pull request adds or changes, in a job of GitHub.
# Keeps the results and the report in $RUNNER_TEMP/contribution, and ends with 1 if a client could not be measured.
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
  "$root/bin/cachemark" contribute "$id" --short --results "$folder/results" >>"$report" || code=1
done
[ -n "$clients" ] || echo "No client changed." >>"$report"
[ -z "${GITHUB_STEP_SUMMARY-}" ] || cat "$report" >>"$GITHUB_STEP_SUMMARY"
exit "$code"
