# frozen_string_literal: true

module Cachemark
  module Lab
    # Holds the servers' counters against the work that the scenario describes: a
    # client that reads, writes, deletes or counts less, more or something else than
    # it should has no speed.
    module Ledger
      class << self
        # Nil, or why the counters do not fit n timed iterations, or as many more or fewer as are `spare`.
        # Where somebody else uses the server too (not `exact`), they may be higher.
        #: (Bout, Integer | Rational, Plan::Work, ?exact: bool, ?spare: Integer) -> String?
        def judge(bout, iterations, counted, exact: true, spare: 0)
          least, most = bout.bounds(iterations - spare).first, bout.bounds(iterations + spare).last
          return compared(counted, least, iterations, exact) if least == most || !exact

          within(counted, least, most, iterations)
        end

        private

        def compared(counted, expected, iterations, exact)
          counted = counted.with_touches_of(expected)
          names = counted.differing(expected)
          names = names.select { |name| counted[name] < expected[name] } unless exact
          say(counted, names, iterations, expected, "") if names.any?
        end

        def within(counted, least, most, iterations)
          below = counted.members.select { |name| counted[name] < least[name] }
          return say(counted, below, iterations, least, "at least ") if below.any?

          above = counted.members.select { |name| counted[name] > most[name] }
          say(counted, above, iterations, most, "at most ") if above.any?
        end

        def say(counted, names, iterations, expected, bound)
          "the server counted #{counted.told(names)} in #{iterations} iteration#{"s" if iterations != 1}; the scenario makes " \
            "#{bound}#{names.map { |name| expected[name] }.join(" and ")}"
        end
      end
    end
  end
end
