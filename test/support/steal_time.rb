# frozen_string_literal: true

# A machine whose host takes the CPU away while a test measures: Cachemark then says so and judges nothing,
# which is right and leaves nothing to assert.
module StealTime
  REPORTED = /the host took \d+\.\d % of the CPU away \(more than/

  def skip_if_steal_time(text)
    skip "the host took the CPU away: nobody could tell" if text.match?(REPORTED)
  end

  # Not every host reports steal time. Then the same build may differ from itself by as much as the test looks for.
  #: (Hash, by: Float) -> void
  def skip_if_noisy(comparison, by:)
    wide = comparison["noise"].any? { |noise| noise["interval"].nil? || noise["interval"].any? { |bound| bound.abs > by } }
    skip "the same build may have differed from itself by more than that: nobody could tell" if wide
  end
end
