# frozen_string_literal: true

module Cachemark
  module Env
    class Registry
      # A release: `number` exact, `requires` the Rubies that it asks for (">= 3.3" or nil), `prerelease` bool.
      Release = Value.define(:number, requires: nil, prerelease: false)
    end
  end
end
