# frozen_string_literal: true

module Cachemark
  module Stats
    # Two versions between which the cost changed by more than the margin, where no change is named. `kind`:
    # "undecided", as far as a search without an answer had closed in; "beside", apart from the changes
    # that it found; "spread", where each step between them was looked at and none did it alone.
    Bracket = Value.define(:from, :to, :scenario, :kind, :effect, mode: "sync", metric: "wall", label: nil) do
      include Placed
    end
  end
end
