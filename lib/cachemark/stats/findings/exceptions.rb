# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Exceptions that nobody outside the client, or its adapter, ever sees.
      module Exceptions
        # Times that one event is taken to be the cause of: more are told per iteration.
        MOST = 3

        #: (Observation, Peers, Integer) -> Array[Finding]
        def self.of(seen, _peers, _servers)
          raised = seen.warm.exceptions
          return [] if raised.empty?

          count = raised.values.sum
          each, event = raised.size == 1 ? rate(count, seen.warm) : [count, "iteration"]
          text = "raises and rescues #{each == 1 ? "an exception" : "exceptions #{each} times"} per #{event}"
          [Finding.new(text: "#{text} (#{raised.keys.join(", ")})", detail: ("#{count} per iteration" if event != "iteration"))]
        end

        # [how often, per what]: per what alone can have caused them, if it is that clear.
        def self.rate(count, warm)
          causes = { "miss" => warm.absent, "refused write" => warm.refused, "hit" => warm.found }
          fitting = causes.select { |_event, number| number.positive? && (count % number).zero? && count / number <= MOST }
          fitting.size == 1 ? [count / fitting.values.first, fitting.keys.first] : [count, "iteration"]
        end
        private_class_method :rate
      end
    end
  end
end
