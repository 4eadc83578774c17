# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # Changes of a history.
      module History
        class << self
          # "dalli 4.3.10 made client/get slower: +12.0 % [10.8, 13.1] compared with 3.2.8 (× socket, 2026-11-22)."
          #
          #: (Cachemark::History::Change) -> String
          def change(change)
            "#{what(change)}: #{Effects.of(change.effect, change.interval)} compared with #{before(change)} " \
              "(#{metric(change)}, #{change.to.at[0, 10]})#{cause(change)}."
          end

          # What moved, the newest first, or that nothing did: sentences with their directions. What a machine did on one
          # day to several series is one sentence.
          #
          #: (Cachemark::History::Review) -> Array[[String, String]]
          def review(review)
            since = " since #{review.since}" if review.since
            nothing = "Nothing moved#{since} in #{review.series} series of #{review.entries} records."
            return [[nothing, ""]] if review.changes.empty?

            groups = review.changes.reverse.group_by { |one| one.surroundings ? [one.to.at[0, 10], one.direction] : one }
            groups.values.map { |own| [own.one? ? change(own.first) : of_machine(own), own.first.direction] }
          end

          private

          def of_machine(changes)
            sizes = changes.map(&:effect).minmax_by(&:abs).map { |effect| Effects.of(effect) }.uniq
            "#{changes.size} series became #{changes.first.direction} on #{changes.first.to.at[0, 10]}, " \
              "by #{sizes.join(" to ")}; × socket did not move, so it was the machine and not the clients."
          end

          def what(change)
            name = Report::History.contender(change)
            return "#{name} became #{change.direction} in #{place(change)}" if same?(change) || change.surroundings
            return "#{name} #{change.to.version} was #{change.direction} in #{place(change)}" if change.carried

            "#{name} #{change.to.version} made #{place(change)} #{change.direction}"
          end

          def place(change) = Report::History.place_of_call(change)
          def same?(change) = change.from.version == change.to.version
          def before(change) = same?(change) ? "what #{change.from.version} cost before" : change.from.version
          def metric(change) = change.metric == "socket_ratio" ? "× socket" : "time per call"

          def cause(change)
            return "; × socket did not move, so it was the machine and not the client" if change.surroundings

            "; the machine or memcached changed, too" if change.carried
          end
        end
      end
    end
  end
end
