# frozen_string_literal: true

module Cachemark
  module Plan
    # Chooses the experiments of a calibration, in which the truth is known. Each condition is repeated until its goal can be
    # claimed: 59 of 59 show 95 % with a confidence of 95 %. The next experiment is always of the condition that is furthest
    # behind, so that a calibration that is ended early has some of each.
    class Experiments
      # `kind` is "compare" (one cell), "gate" (seven) or "find". `share` is how much slower the slow copy is, and `method` the
      # method that is slower. `loops` is what a pilot has instead of a share: it measures the cost of a loop. `cells` is how
      # many cells of an experiment count.
      Condition = Value.define(:name, :kind, :wanted, for_s: 60.0, share: 0.0, method: "get", loops: nil,
                                                      placement: "one-core", other_process: nil, cells: 1)

      PILOT_LOOPS = 400
      CONDITIONS = [
        Condition.new(name: Stats::Calibration::PILOT, kind: "compare", wanted: 2, loops: PILOT_LOOPS),
        Condition.new(name: "#{Stats::Calibration::PILOT} of get_multi", kind: "compare", wanted: 1, loops: PILOT_LOOPS,
                      method: "get_multi"),
        Condition.new(name: Stats::Calibration::SAME_CODE, kind: "gate", wanted: 72, cells: 7),
        Condition.new(name: "slower by 0.25 %", kind: "compare", wanted: 20, share: 0.0025),
        Condition.new(name: "slower by 0.5 %", kind: "compare", wanted: 59, share: 0.005),
        Condition.new(name: "slower by 1 %", kind: "compare", wanted: 59, share: 0.01),
        Condition.new(name: "slower by 2 %", kind: "compare", wanted: 20, share: 0.02),
        Condition.new(name: "slower by 3 %", kind: "compare", wanted: 20, share: 0.03),
        Condition.new(name: "one of seven slower by 3 %", kind: "gate", wanted: 20, for_s: 90.0, share: 0.03,
                      method: "get_multi"),
        Condition.new(name: "one commit of 64 slower by 2 %", kind: "find", wanted: 10, for_s: 600.0, share: 0.02),
        Condition.new(name: Stats::Calibration.disturbed(Stats::Calibration::UNPINNED), kind: "gate", wanted: 9,
                      placement: "unpinned", cells: 7),
        Condition.new(name: Stats::Calibration.disturbed(Stats::Calibration::PROCESS_ON_OTHER_CORE), kind: "gate", wanted: 9,
                      other_process: "other", cells: 7),
        Condition.new(name: Stats::Calibration.disturbed(Stats::Calibration::PROCESS_ON_SAME_CORE), kind: "gate", wanted: 9,
                      other_process: "same", cells: 7)
      ].freeze

      #: (?Array[Condition]) -> void
      def initialize(conditions = CONDITIONS)
        @conditions = conditions
        freeze
      end

      # The condition of the next experiment, given {name => done}; nil when all are done.
      #: (Hash[String, Integer]) -> Condition?
      def next(done)
        open = @conditions.select { |condition| done.fetch(condition.name, 0) < condition.wanted }
        pilots, others = open.partition(&:loops)
        untried = pilots.find { |condition| !done.key?(condition.name) }
        untried || (others + pilots).min_by { |condition| done.fetch(condition.name, 0).fdiv(condition.wanted) }
      end

      # The conditions whose names contain one of the words, and the pilots, which they need; all conditions if there are no
      # words. Raises Usage for a word that no name contains.
      #: (Array[String]) -> Experiments
      def only(words)
        return self if words.empty?

        words.each { |word| refuse(word) if named(word).empty? }
        chosen = words.flat_map { |word| named(word) }
        Experiments.new(@conditions.select { |condition| condition.loops || chosen.include?(condition) })
      end

      private

      def named(word) = @conditions.select { |condition| condition.name.include?(word) }

      def refuse(word)
        raise Usage.new("no condition contains #{word.inspect}", try: "There are: #{@conditions.map(&:name).join("; ")}.")
      end
    end
  end
end
