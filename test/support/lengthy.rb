# frozen_string_literal: true

# About how long each test of a class takes, for a machine that has not run it yet (Forks::Times). Long tests begin first.
#
#   each_takes 20
module Lengthy
  USUAL_S = 1

  #: (Numeric) -> void
  def each_takes(seconds)
    @each_takes_s = seconds
  end

  #: () -> Numeric
  def each_takes_s = @each_takes_s || USUAL_S
end
