# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      class Answer
        # "One of three servers was killed. No call was lost any more after 1.2 s (dalli 5.3.2) and 1.9 s (pymemcache 4.0.0)."
        class Outage
          NUMBERS = %w[no one two three four five six seven eight nine].freeze
          private_constant :NUMBERS

          #: (Cachemark::Results::Result) -> void
          def initialize(result)
            @result = result
            @names = Names.new(result)
          end

          # A sentence for what happened, and one for each kind of consequence.
          def to_s
            rows = @result.rows.group_by { |row| kind(row["runs"].to_a) }
            sentences = ["#{subject} #{struck.first.done}", kept(rows[:kept]), recovered(rows[:recovered]),
                         *rows[:sometimes].to_a.map { |row| sometimes(row) }, never(rows[:never]), missing(rows[:missing])]
            "#{sentences.compact.join(". ")}."
          end

          # "When server 1 was killed".
          #: () -> String
          def heading = "When server #{struck.last} #{struck.first.done}"

          private

          # [Vocabulary::Incidents::Incident, number of the server]
          def struck
            @struck ||= begin
              texts = CommandLine.only(CommandLine.renewed(@result.argv), "--fault").flat_map do |word|
                word.delete_prefix("--fault=").split(",")
              end
              name, number = (texts.grep(/\A[a-z]/).last || "kill").split("=")
              [Vocabulary::Incidents[name], number || "1"]
            end
          end

          def subject
            count = (CommandLine.conditions(@result.argv, %w[ring]).last || Vocabulary::Incidents::SERVERS).to_s[/\d+\z/].to_i
            count == 1 ? "The only server" : "One of #{NUMBERS.fetch(count, count)} servers"
          end

          def kind(runs)
            return :missing if runs.empty?
            return :kept if runs.all? { |run| run["lost"].to_i.zero? }

            recovered = runs.count { |run| run["recovery_ns"] }
            { 0 => :never, runs.size => :recovered }.fetch(recovered, :sometimes)
          end

          def list(rows) = Vocabulary.list(rows.map { |row| @names.name(row["contender"]) })
          def kept(rows) = rows && "#{list(rows)} lost no call"
          def missing(rows) = rows && "#{list(rows)} #{rows.one? ? "was" : "were"} not measured"

          # The fastest first; those with the same figure together.
          def recovered(rows)
            return unless rows

            times = rows.group_by { |row| seconds(row) }.sort.map { |time, own| "#{time} s (#{list(own)})" }
            "No call was lost any more after #{Vocabulary.list(times)}"
          end

          # The median of a contender's runs, to a tenth of a second.
          def seconds(row) = [(Stats::Median.of(row["runs"].map { |run| run["recovery_ns"] }) / 1e8).round, 1].max / 10.0

          def sometimes(row)
            lost = row["runs"].count { |run| run["recovery_ns"].nil? }
            "With #{list([row])}, calls were still lost at the end of #{lost} of #{row["runs"].size} runs"
          end

          def never(rows) = rows && "With #{list(rows)}, calls were still lost when the run ended"
        end
      end
    end
  end
end
