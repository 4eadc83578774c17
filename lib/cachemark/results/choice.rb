# frozen_string_literal: true

module Cachemark
  module Results
    # Which client to use: the clients of one language, by the time of a get and by what they do when something breaks.
    #
    # There is no rank. An entry is on the frontier if no other entry is at least as good in everything and better in
    # something. A client with default options is compared with others of this kind, and one with other options with all. Only
    # times whose intervals do not overlap differ. Two entries are as safe as they are in the cases that both could be tried
    # with. Times of two machines are not compared, and all times are of one method.
    class Choice
      SCENARIO = "client/get"
      MODE = "sync"
      # How much figures of two runs by method 1 may differ beyond their intervals, as a share: guides/method.md#method-1.
      BETWEEN_RUNS = 0.03
      private_constant :SCENARIO, :MODE

      # A configuration with its cost; its examination is nil if it was not checked.
      Entry = Value.define(:cost, :examination) do
        def configuration = cost.configuration

        # Whether another entry is at least as good in everything and better in something.
        #: (Entry) -> bool
        def beaten_by?(other)
          return false unless examination && other.examination && cost.result.folder == other.cost.result.folder

          worse = other.examination.risks_beside(examination).zip(examination.risks_beside(other.examination))
          return false if worse.any? { |theirs, mine| theirs > mine }

          other.faster_than?(self) || (worse.any? { |theirs, mine| theirs < mine } && !faster_than?(other))
        end

        # Whether it is certainly faster. By method 1, it must be so without garbage collection and with it. Intervals of later
        # methods contain the difference between runs, and their times contain garbage collection.
        #: (Entry) -> bool
        def faster_than?(other)
          return high(cost) < low(other.cost) unless cost.time_method == 1

          margin = cost.result == other.cost.result ? 0 : BETWEEN_RUNS
          [1, other.cost.collected / cost.collected].all? { |more| high(cost) * (1 + margin) < low(other.cost) * more }
        end

        private

        def high(cost) = cost.interval&.last || (cost.wall_ns * (1 + BETWEEN_RUNS))
        def low(cost) = cost.interval&.first || (cost.wall_ns * (1 - BETWEEN_RUNS))
      end

      #: (Survey, String) -> void
      def initialize(survey, language)
        @survey = survey
        @language = language
      end

      # Array[Entry]: the newest release of each client with each set of options, on the newest runtime. The fastest is first.
      def entries
        @entries ||= newest.group_by { |cost| cost.configuration.kind }
                           .map { |_, own| entry(own.max_by { |cost| [cost.configuration.age, cost.result.started_at] }) }
                           .sort_by { |entry| entry.cost.wall_ns }.freeze
      end

      # Integer: what all times mean; nil without any.
      def time_method = entries.first&.cost&.time_method

      # Array[Entry]: those with default options, and those with others.
      def shipped = entries.reject { |entry| entry.configuration.tuned? }
      def tuned = entries.select { |entry| entry.configuration.tuned? }

      # Array[Entry]: entries that no other beats, the fastest first.
      def frontier
        @frontier ||= entries.select { |entry| best?(entry, entry.configuration.tuned? ? entries : shipped) }.freeze
      end

      private

      def best?(entry, others) = entry.examination && others.none? { |other| entry.beaten_by?(other) }

      # By the newest method that has all clients with all their options.
      def newest = Cost.of_one_method(last_releases) { |cost| cost.configuration.kind }

      # Of the newest release of each client.
      def last_releases
        candidates.group_by { |cost| cost.configuration.client }.flat_map do |_, own|
          last = own.map { |cost| cost.configuration.age.first }.max
          own.select { |cost| cost.configuration.age.first == last }
        end
      end

      # Under the conditions that most of them share.
      def candidates
        usual = gets.map { |cost| cost.result.conditions }.tally.max_by(&:last)&.first
        gets.select { |cost| cost.result.conditions == usual }
      end

      # Over the same kind of connection.
      def gets
        @gets ||= @survey.costs.select do |cost|
          configuration = cost.configuration
          cost.ok? && cost.scenario == SCENARIO && cost.mode == MODE && configuration.language == @language &&
            configuration.connection.empty? && !Vocabulary::References.include?(configuration.client) &&
              @survey.fresh?(cost.result) && !@survey.abandoned?(cost)
        end
      end

      def entry(cost) = Entry.new(cost: cost, examination: examination(cost.configuration))

      # Of the same release with the same options, preferably on the same runtime.
      def examination(configuration)
        same = @survey.examinations.select do |examination|
          [examination.configuration.kind, examination.configuration.version] == [configuration.kind, configuration.version]
        end
        same.max_by { |exam| [exam.configuration.key == configuration.key ? 1 : 0, exam.result.started_at] }
      end
    end
  end
end
