#!/bin/sh
# Puts $COMMENT_REPORT under the pull request of this job: comment.rb, by whatever Ruby is here. Installs nothing.
set -eu
root=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P)

# shellcheck source=setup/common.sh
. "$root/setup/common.sh"
find_ruby || fail "Ruby 3.1 or newer is not here: let the job run on a runner that has one."
exec "$ruby" "$root/setup/action/comment.rb"
