# frozen_string_literal: true

module Cachemark
  module Env
    # Why a contender has no environment here: `reason` a sentence, `how` what would give it
    # one (or nil), `log` the path of what the failed command printed (or nil).
    Unavailable = Value.define(:reason, how: nil, log: nil)
  end
end
