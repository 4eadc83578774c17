# frozen_string_literal: true

module Cachemark
  module Results
    # The time per call of one contender against that of another.
    #
    # - `of` and `against` are ids of contenders, `scenario` and `mode` those of the call of `against`.
    # - `verdict` is one of compare's: "faster", "slower", "same", "unresolved" or "invalid". `reason` says why it is invalid.
    # - `share` is the change of the time, `costs` are both times in ns, `detectable` is what would have been detected.
    # - `interval` is that of the share. Those of a comparison, or of all pairs of rows of a question, hold together with 99 %.
    Change = Value.define(:of, :against, :scenario, :mode, :verdict, share: nil, interval: nil, costs: nil, detectable: nil,
                          reason: nil) do
      # Whether the data could decide.
      def decided? = !%w[unresolved invalid].include?(verdict)

      # The verdicts of a comparison about time: by default the time per call, or another of Vocabulary::Metrics::OF_TIME.
      #: (Result, ?String) -> Array[Change]
      def self.of_verdicts(result, metric = Vocabulary::Metrics::DEFAULT)
        times = result.verdicts.select { |verdict| verdict["metric"] == metric }
        times.map do |verdict|
          new(of: verdict["contender"], against: verdict["baseline"], scenario: verdict["scenario"], mode: verdict["mode"],
              verdict: verdict["verdict"], share: verdict["effect"], interval: verdict["interval"], costs: verdict["costs"],
              detectable: verdict["resolution"], reason: verdict["reason"])
        end
      end

      # Pairs of rows of a run. Each is a place of a campaign: client, scenario and mode.
      #: (Result, Array[[Catalog::Campaign::Answer::Place, Catalog::Campaign::Answer::Place]]) -> Array[Change]
      def self.of_rows(result, pairs)
        rows = self::Rows.new(result)
        pairs.map do |places|
          of, against = places.map { |place| rows.at(place) }
          call = { scenario: places.last.scenario, mode: places.last.mode }
          missing = places.zip([of, against]).find { |_, row| row.nil? || row["wall_ns"].nil? }
          next new(of: name(of, places.first), against: name(against, places.last), **call, verdict: "invalid",
                   reason: why(*missing)) if missing

          new(of: of["contender"], against: against["contender"], **call, **self::Rows.judged(of, against, pairs.size))
        end
      end

      def self.name(row, place) = row ? row["contender"] : place.client
      private_class_method :name

      def self.why(place, row)
        "#{place.client}: #{row ? row["status"] : "no row in #{place.scenario}"}"
      end
      private_class_method :why
    end

    # Its rows.
    class Change
      # The rows of a run by the places of a campaign.
      class Rows
        # The probability that any interval of a question is wrong, as in `compare`.
        ALPHA = 0.01
        private_constant :ALPHA

        #: (Result) -> void
        def initialize(result)
          @result = result
          @known = result.configurations
        end

        # The row of the plainest contender that a place matches; nil without one.
        #: (Catalog::Campaign::Answer::Place) -> Hash?
        def at(place)
          rows = @result.rows.select { |row| row.values_at("scenario", "mode") == [place.scenario, place.mode] }
          rows.select { |row| match?(row["contender"], place.client) }.min_by do |row|
            configuration = @known[row["contender"]]
            configuration ? configuration.departures.size + configuration.connection.size : 0
          end
        end

        # A difference is only claimed if its interval does not contain 0. The intervals of `count` pairs hold together.
        #: (Hash, Hash, Integer) -> Hash[Symbol, Object]
        def self.judged(of, against, count)
          costs = [against["wall_ns"], of["wall_ns"]]
          low, high = interval = Welch.interval(of, against, ALPHA / count)
          verdict = "slower" if interval && low.positive?
          verdict = "faster" if interval && high.negative?
          { verdict: verdict || "unresolved", costs: costs, share: costs.last.fdiv(costs.first) - 1, interval: interval }
        end

        # Welch's interval of the ratio of two rows that are not paired, from the 95 % interval of each. An end depends on the far
        # end of one row and on the near end of the other.
        module Welch
          class << self
            # [low, high] as shares; nil without both intervals.
            #: (Hash, Hash, Float) -> [Float, Float]?
            def interval(of, against, alpha)
              return unless [of, against].all? { |row| row["interval"]&.all? }

              middle = Math.log(of["wall_ns"].fdiv(against["wall_ns"]))
              (lower, upper), (nearer, farther) = [of, against].map { |row| errors(row) }
              degrees = [of, against].map { |row| degrees(row) }
              [middle - half([lower, farther], degrees, alpha), middle + half([upper, nearer], degrees, alpha)]
                .map { |log| Math.exp(log) - 1 }
            end

            private

            # The standard errors of a row's log, towards both ends of its interval.
            def errors(row)
              t = Stats::Interval::StudentT.quantile((1 + Stats::Interval::CONFIDENCE) / 2, degrees(row))
              row["interval"].map { |bound| Math.log(bound.fdiv(row["wall_ns"])).abs / t }
            end

            def degrees(row) = row["processes"] - row["left_out"].to_i - 1

            def half(errors, degrees, alpha)
              variance = errors.sum { |error| error**2 }
              return 0.0 if variance.zero?

              whole = (variance**2) / errors.zip(degrees).sum { |error, own| (error**4) / own }
              Stats::Interval::StudentT.quantile(1 - (alpha / 2), [whole.floor, 1].max) * Math.sqrt(variance)
            end
          end
        end

        private

        # Whether a contender is what CLIENT[@VERSION][,OPTION=VALUE]... names. Nothing but its id is known of one that is
        # unavailable.
        def match?(id, text)
          head, *options = text.split(",")
          client, version = head.split("@")
          configuration = @known[id] or return id[/\A[^@,]+/] == client

          [configuration.word, configuration.client].include?(client) && [nil, configuration.version].include?(version) &&
            options.all? { |option| option?(configuration, option) }
        end

        def option?(configuration, option)
          named = { **configuration.departures.transform_values(&:first), **configuration.connection, **configuration.companions }
          option == "memcached=#{configuration.memcached}" || named.map { |pair| pair.join("=") }.include?(option) ||
            configuration.notation.split(",").include?(option)
        end
      end
    end
  end
end
