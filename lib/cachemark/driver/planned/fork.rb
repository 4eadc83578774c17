# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # An actor that a driver of level 3 makes itself: a fork of the driver after its client was loaded. Its steps get whole
      # keys, and the numbers of their values.
      class Fork
        #: (Session) -> void
        def initialize(session)
          @session = session
        end

        # Makes a client for the scenario of an `enter` request. Returns the driver's reply. Raises Cell::Lack.
        #: (Hash[String, Object], Numeric) -> Hash[String, Object]
        def enter(message, deadline_s)
          forget
          @calls = {}
          @cell = Cell.new({ "cell" => "actor", **message, "scenario" => { "steps" => [], **message.fetch("scenario") } },
                           values: Values.new(@session.hello))
          steps = told(message["steps"] || [])
          @session.request("enter", { **message, values: @cell.values.facts, steps: steps }.except("scenario", "prefix", "steps"),
                           deadline_s: deadline_s)
        end

        # Makes the steps of an `act` request. Returns the events of their calls, and how it ended.
        #: (Hash[String, Object], Numeric) -> [Array[Hash], String]
        def act(message, deadline_s)
          steps = told(message.fetch("steps"))
          fields = { **message.except("steps"), steps: steps, values: @cell.fresh_values }.compact
          acted = @session.request("act", fields, deadline_s: deadline_s)
          [Reported.typed(acted.fetch("events"), @session.hello), acted["end"]]
        end

        # Ends its process; returns how it ended.
        #: (Hash[String, Object], Numeric) -> String?
        def leave(message, deadline_s)
          @session.request("leave", message, deadline_s: deadline_s)["end"]
        ensure
          forget
        end

        # Removes its files.
        def forget = @cell&.forget

        private

        def told(steps) = steps.map { |step| translated(step) }

        def translated(step)
          return { **step, "calls" => told(step["calls"]) } if step["calls"]
          return step["key"] || step["keys"] ? called(step) : step unless step["together"]

          lanes = step["together"]["lanes"].map { |lane| told(lane) }
          { **step, "together" => { **step["together"], "lanes" => lanes } }
        end

        # A trial has the same calls again and again.
        def called(step) = @calls[step] ||= @cell.call(step, own: false)
      end
    end
  end
end
