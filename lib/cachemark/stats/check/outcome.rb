# frozen_string_literal: true

module Cachemark
  module Stats
    class Check
      # One case of one contender, of `n` trials of which `times` came out so; `control` is nil, "socket", or the mutant of a
      # control; of a sweep `points`, and those of them that are `unsafe`; `absent`: the contender cannot be built here;
      # `peers` the other contenders that it was about; `anew` {outcome, "unprepared" or "unmet" => trials that were set aside};
      # `history`, `octets` and `ending` are of the trial that decided, as the record has them.
      Outcome = Value.define(
        :case, :fault, :contender, :mode, :outcome, :reason, :n, times: 0, control: nil, points: nil, unsafe: nil,
        absent: false, ending: nil, anew: {}.freeze, peers: [].freeze, history: [].freeze, octets: [].freeze
      ) do
        # Of a record's line.
        #
        #: (Hash) -> Outcome
        def self.of(line)
          known = line.slice(*members.map(&:to_s))
          new(**known.transform_keys(&:to_sym))
        end

        # "interrupt"
        def category = self[:case].split("/").first

        def bad? = Vocabulary::Outcomes.bad?(outcome)

        # Whether something is to be said of it.
        #
        #: () -> bool
        def told? = !%w[PASS UNSUPPORTED].include?(outcome)

        # Whether it was put to it.
        def tried? = outcome != "UNSUPPORTED"

        # The reason in a line, for a terminal, too: below it a runtime may have drawn where in the code it was.
        def headline = reason.to_s.lines.first.to_s.strip.gsub(/[[:cntrl:]]/) { |char| format("\\x%02X", char.ord) }

        # Integer: 0 for PASS, more the worse it is.
        def severity = Vocabulary::Outcomes.rank(outcome)
      end
    end
  end
end
