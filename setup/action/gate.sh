#!/bin/sh
# `cachemark gate` in a job of GitHub: action.yml starts it in the client's folder, with its inputs as GATE_... Keeps the
# record and every report in a new folder below $RUNNER_TEMP, names that in $GITHUB_OUTPUT, and ends with the gate's code.
# The gate itself writes annotations and the job's summary.
set -eu
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P)

# A pull request is compared with the commit where it left its target, which need not be main.
if [ -z "${GATE_BASE-}" ] && [ -n "${GITHUB_BASE_REF-}" ]; then
  if ! left=$(git merge-base HEAD "origin/$GITHUB_BASE_REF" 2>/dev/null); then
    printf '%s\n' "::error title=Cachemark gate::no commit in common with origin/$GITHUB_BASE_REF is here: give actions/checkout fetch-depth: 0"
    echo code=3 >>"$GITHUB_OUTPUT"
    exit 3
  fi
  GATE_BASE=git:$left
fi

folder=$(mktemp -d "$RUNNER_TEMP/cachemark-gate.XXXXXX")
set -- -o "$folder/record.jsonl" -o "junit=$folder/gate.xml" -o "markdown=$folder/report.md" -o "html=$folder/report.html"
[ -z "${GATE_BASE-}" ] || set -- "$@" --base "$GATE_BASE"
[ -z "${GATE_FOR-}" ] || set -- "$@" --for "$GATE_FOR"
[ -z "${GATE_MARGIN-}" ] || set -- "$@" --margin "$GATE_MARGIN"
[ "${GATE_EXACT-}" != true ] || set -- "$@" --metric counts
[ "${GATE_ALLOW_UNRESOLVED-}" != true ] || set -- "$@" --allow unresolved
# One word a line, whatever it holds: a glob is the catalogue's, not the folder's.
set -f
IFS='
'
for one in ${GATE_SCENARIO-}; do set -- "$@" --scenario "$one"; done
for one in ${GATE_OPTIONS-}; do set -- "$@" "$one"; done
unset IFS
set +f
[ -z "${GATE_CLIENT-}" ] || set -- "$@" "$GATE_CLIENT"

code=0
"$root/bin/cachemark" gate "$@" || code=$?
echo "code=$code" >>"$GITHUB_OUTPUT"
# Nothing was measured after a refusal.
[ -s "$folder/record.jsonl" ] || exit "$code"
echo "folder=$folder" >>"$GITHUB_OUTPUT"
exit "$code"
