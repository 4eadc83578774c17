# frozen_string_literal: true

module Cachemark
  module Results
    # The time per call of one contender against that of another.
    #
    # - `of` and `against` are ids of contenders, `scenario` and `mode` those of the call of `against`.
    # - `verdict` is one of compare's: "faster", "slower", "same", "unresolved" or "invalid". `reason` says why it is invalid.
    # - `share` is the change of the time, `costs` are both times in ns, `detectable` is what would have been detected.
    # - `interval` is that of the share; nil for pairs of rows.
    Change = Value.define(:of, :against, :scenario, :mode, :verdict, share: nil, interval: nil, costs: nil, detectable: nil,
                          reason: nil) do
      # Whether the data could decide.
      #: () -> bool
      def decided? = !%w[unresolved invalid].include?(verdict)

      # The verdicts of a comparison about time.
      #: (Result) -> Array[Change]
      def self.of_verdicts(result)
        times = result.verdicts.select { |one| one["metric"] == Vocabulary::Metrics::DEFAULT }
        times.map do |one|
          new(of: one["contender"], against: one["baseline"], scenario: one["scenario"], mode: one["mode"],
              verdict: one["verdict"], share: one["effect"], interval: one["interval"], costs: one["costs"],
              detectable: one["resolution"], reason: one["reason"])
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

          new(of: of["contender"], against: against["contender"], **call, **self::Rows.judged(of, against))
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
        #: (Result) -> void
        def initialize(result)
          @result = result
          @known = result.configurations
        end

        # The row of the plainest contender that a place matches; nil without one.
        #: (Catalog::Campaign::Answer::Place) -> Hash?
        def at(place)
          rows = @result.rows.select { |row| row.values_at("scenario", "mode") == [place.scenario, place.mode] }
          rows.select { |row| match?(row["contender"], place.client) }
              .min_by { |row| @known[row["contender"]].then { |one| one ? one.departures.size + one.connection.size : 0 } }
        end

        # A difference is only claimed if the intervals do not overlap.
        #: (Hash, Hash) -> Hash[Symbol, Object]
        def self.judged(of, against)
          known = [of, against].map { |row| row["interval"] }
          verdict = "unresolved"
          if known.all?
            verdict = "slower" if known[0].first > known[1].last
            verdict = "faster" if known[0].last < known[1].first
          end
          costs = [against["wall_ns"], of["wall_ns"]]
          { verdict: verdict, costs: costs, share: costs.last.fdiv(costs.first) - 1 }
        end

        private

        # Whether a contender is what CLIENT[@VERSION][,OPTION=VALUE]... names. Nothing but its id is known of one that is
        # unavailable.
        def match?(id, text)
          head, *options = text.split(",")
          client, version = head.split("@")
          one = @known[id] or return id[/\A[^@,]+/] == client

          [one.word, one.client].include?(client) && [nil, one.version].include?(version) &&
            options.all? { |option| option?(one, option) }
        end

        def option?(one, option)
          named = { **one.departures.transform_values(&:first), **one.connection, **one.companions }
          option == "memcached=#{one.memcached}" || named.map { |pair| pair.join("=") }.include?(option) ||
            one.notation.split(",").include?(option)
        end
      end
    end
  end
end
