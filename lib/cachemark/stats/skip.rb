# frozen_string_literal: true

module Cachemark
  module Stats
    # A version that `find` could not measure, with the reason.
    Skip = Value.define(:position, :name, :reason, subject: nil)
  end
end
