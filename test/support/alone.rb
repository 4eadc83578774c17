# frozen_string_literal: true

# Tests that measure and check the figures: no other test runs at the same time.
#
#   alone def test_a_slowdown_of_a_tenth_is_seen
module Alone
  #: (Symbol) -> Symbol
  def alone(name) = name.tap { lonely << name.to_s }

  #: (String) -> bool
  def alone?(name) = lonely.include?(name)

  private

  def lonely = @lonely ||= []
end
