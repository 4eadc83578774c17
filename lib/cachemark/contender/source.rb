# frozen_string_literal: true

module Cachemark
  class Contender
    # Where a contender's code comes from: `kind` is "gem", "copy", "package" (Debian's), "path", "git",
    # "runtime" (what a runtime of the user's own has) or "none"; `ref` names the copy or the git ref, `dir`
    # is an absolute folder.
    Source = Value.define(:kind, ref: nil, dir: nil)
  end
end
