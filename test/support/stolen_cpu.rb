# frozen_string_literal: true

# A machine whose host takes the CPU away while a test measures: Cachemark then says so and judges nothing,
# which is right and leaves nothing to assert.
module StolenCpu
  TOLD = /the host took \d+\.\d % of the CPU away \(more than/

  def skip_where_stolen(text)
    skip "the host took the CPU away: nobody could tell" if text.match?(TOLD)
  end

  # What a host takes is not always told: then the same build differs from itself by as much as is looked for, or by nobody
  # knows what.
  #: (Hash, by: Float) -> void
  def skip_where_noisy(comparison, by:)
    wide = comparison["noise"].any? { |noise| noise["interval"].nil? || noise["interval"].any? { |bound| bound.abs > by } }
    skip "the same build may have differed from itself by more than that: nobody could tell" if wide
  end
end
