# frozen_string_literal: true

module Cachemark
  class Contender
    # Where a contender's code comes from: `kind` is "gem", "copy", "path", "git"
    # or "none"; `ref` names the copy or the git ref, `dir` is an absolute folder.
    Source = Value.define(:kind, ref: nil, dir: nil)
  end
end
