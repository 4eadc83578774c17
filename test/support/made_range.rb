# frozen_string_literal: true

# A range of versions whose costs are known, measured in pairs with seeded noise of 1.2 %, as
# two fresh processes of the same code differ:
#
#   MadeRange.new(64, { 20 => 0.02 }).search(seed: 1).found   # => [[19, 20]]
class MadeRange
  PAIR_SD = 0.012
  MOST = 20_000
  Outcome = Struct.new(:answer, :pairs, :measurements, :skipped, keyword_init: true) do
    def found = answer.found.map { |found| [found.from, found.to] }
    def unlocated = answer.unlocated.map { |found| [found.from, found.to] }
    def decided? = answer.is_a?(Cachemark::Plan::Bisection::Done)
  end

  # `changes` are ratios by the position that brought them; a block makes the noise of a pair.
  def initialize(size, changes = {}, broken: [], sd: PAIR_SD, &noise)
    @levels = (0...size).map { |position| changes.sum { |at, ratio| position >= at ? Math.log(1 + ratio) : 0.0 } }
    @broken = broken
    @noise = noise || ->(random) { sd * MadeRange.normal(random) }
  end

  def self.normal(random) = Math.sqrt(-2 * Math.log(1 - random.rand)) * Math.cos(2 * Math::PI * random.rand)

  # Asks and measures until there is an answer; `known` is what an earlier search left.
  def search(seed:, margin: 0.01, known: nil, **plan)
    planner = Cachemark::Plan::Bisection.new(size: @levels.size, margin: margin, **plan)
    random = Random.new(seed)
    measurements, skipped = known ? [known.measurements.dup, known.skipped.dup] : [[], []]
    loop do
      action = planner.next(measurements, skipped)
      pairs = measurements.sum { |measured| measured.effects.size }
      return outcome(action, pairs, measurements, skipped) unless action.is_a?(Cachemark::Plan::Bisection::Measure)
      raise "endless" if pairs > MOST

      lost = [action.from, action.to] & @broken
      lost.any? ? skipped << lost.first : measurements << measure(action, random)
    end
  end

  private

  def outcome(answer, pairs, measurements, skipped)
    Outcome.new(answer: answer, pairs: pairs, measurements: measurements, skipped: skipped)
  end

  def measure(action, random)
    effects = Array.new(action.pairs) { @levels[action.to] - @levels[action.from] + @noise.call(random) }
    Cachemark::Plan::Bisection::Measured.new(from: action.from, to: action.to, effects: effects, retest: action.retest)
  end
end
