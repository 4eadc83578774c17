#!/bin/sh
# Prints the software bill of materials, after it has set up the libraries that it lists:
#   setup/release/sbom.sh > docs/sbom.spdx.json
set -u
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P) || exit 3

# shellcheck source=setup/common.sh
. "$root/setup/common.sh"
prepare run "$@"
exec "$ruby" -r "$gems" "$root/setup/release/sbom.rb" "$root"
