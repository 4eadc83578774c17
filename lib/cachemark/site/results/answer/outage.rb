# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      class Answer
        # "After server 1 was killed, dalli 5.3.2 recovers within 1.2 s and pylibmc 1.6.3 never."
        class Outage
          #: (Cachemark::Results::Result) -> void
          def initialize(result)
            @result = result
            @names = Names.new(result)
          end

          #: () -> String
          def to_s
            rows = @result.rows.group_by { |row| kind(row["runs"].to_a) }
            parts = [kept(rows[:kept]), recovered(rows[:recovered]), *rows[:sometimes].to_a.map { |row| sometimes(row) },
                     never(rows[:never]), missing(rows[:missing])].compact
            "After server #{struck.last} #{struck.first.done}, #{parts.join(", and ")}."
          end

          private

          # [Vocabulary::Incidents::Incident, number of the server]
          def struck
            @struck ||= begin
              given = Vocabulary::Incidents::ALL.values.to_h do |one|
                [one, Report::CommandLine.only(@result.argv, "--#{one.name}").last]
              end
              one, word = given.find(&:last)
              one ? [one, word[/\d+\z/]] : [Vocabulary::Incidents["kill"], "1"]
            end
          end

          def kind(runs)
            return :missing if runs.empty?
            return :kept if runs.all? { |run| run["lost"].to_i.zero? }

            recovered = runs.count { |run| run["recovery_ns"] }
            { 0 => :never, runs.size => :recovered }.fetch(recovered, :sometimes)
          end

          def list(rows) = Vocabulary.list(rows.map { |row| @names.name(row["contender"]) })
          def kept(rows) = rows && "#{list(rows)} #{rows.one? ? "loses" : "lose"} no call"
          def missing(rows) = rows && "#{list(rows)} #{rows.one? ? "was" : "were"} not measured"

          # The fastest first; those with the same figure together.
          def recovered(rows)
            return unless rows

            words = rows.group_by { |row| seconds(row) }.sort.map.with_index do |(time, own), at|
              "#{list(own)}#{" #{own.one? ? "recovers" : "recover"}" if at.zero?} within #{time} s"
            end
            Vocabulary.list(words)
          end

          # The slowest run of a contender, to a tenth of a second.
          def seconds(row) = [(row["runs"].map { |run| run["recovery_ns"].to_i }.max / 1e8).ceil, 1].max / 10.0

          def sometimes(row)
            done, all = row["runs"].count { |run| run["recovery_ns"] }, row["runs"].size
            "#{list([row])} recovers in #{done} of #{all} runs"
          end

          def never(rows) = rows && "#{list(rows)} #{rows.one? ? "does" : "do"} not recover before the run ends"
        end
      end
    end
  end
end
