# frozen_string_literal: true

# A clock that a test moves on: a hundredth of a second passes each time it is looked at.
#
#   clock = MadeClock.new
#   Lab::Gate.new(..., clock: clock)
#   clock.pass(60)
class MadeClock
  TICK_S = 0.01

  def initialize
    @now_s = 0.0
  end

  #: () -> Float
  def call = @now_s += TICK_S

  #: (Numeric) -> void
  def pass(seconds) = @now_s += seconds
end
