# frozen_string_literal: true

# A machine whose host takes the CPU away while a test measures: Cachemark then says so and judges nothing,
# which is right and leaves nothing to assert.
module StolenCpu
  TOLD = /the host took \d+\.\d % of the CPU away \(more than/

  def skip_where_stolen(text)
    skip "the host took the CPU away: nobody could tell" if text.match?(TOLD)
  end
end
