# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # The calls of a `traffic` request as a plan: self-describing values, which are written and read while something happens to
      # the servers. After each read the plan has the write that follows a miss.
      #
      # The request and its answer have base64 of a number for each call:
      #
      # - `arrivals`: when it is due, in ns after `start_ns` (uint64). `keys`: the number of the pair (uint32).
      # - `writes`: 1 for a write (a byte). `versions`: what it writes, or writes after a miss (uint32).
      # - `lags`, `latencies` of the answer: the ns from when it was due until it began and ended (uint64; 2^64-1 if never).
      # - `outcomes`: those of Described; `fills`: the outcomes of the writes after a miss (a byte).
      # - `versions` of the answer: those that were read (uint32), or 0.
      class Traffic
        include Described

        NUMBERS = { "arrivals" => "Q<*", "keys" => "L<*", "writes" => "C*", "versions" => "L<*" }.freeze
        STORED = { true => DONE, false => ABSENT, nil => UNSAID }.freeze
        private_constant :NUMBERS, :STORED

        FIELDS = [*NUMBERS.keys, "tail"].freeze

        # The fields of the request.
        attr_reader :calls
        # Array[Hash], and for each of them when it is due, in ns after the start.
        attr_reader :plan, :dues

        #: (Cell, Hash[String, Object]) -> void
        def initialize(cell, calls)
          @calls = calls
          writes = cell.steps.map { |step| step["each"] && Vocabulary::Operations::ALL.fetch(step["op"]).value? }
          Planned.refuse("traffic needs a write and a read of each pair") unless writes == [true, false]

          @dues_of_calls, keys, @writes, @versions = NUMBERS.map { |field, form| calls.fetch(field).unpack1("m0").unpack(form) }
          names = cell.pair_keys
          @keys = keys.map { |number| names.fetch(number) }
          @tail = calls.fetch("tail")
          @plan = []
          @dues = []
          @places = @keys.each_index.map { |at| @plan.size.tap { add(cell, at) } }
        end

        # The fields of the reply, from what the driver made of the plan.
        #: (DueCalls) -> Hash[String, Object]
        def report(made)
          @made = made
          @mismatches = []
          judged = @keys.each_index.map { |at| judge(at, @places[at]) }
          { "lags" => text(@places.map { |place| made.lags[place] }, "Q<*"),
            "latencies" => text(@places.map { |place| made.latencies[place] }, "Q<*"),
            "outcomes" => text(judged.map(&:first), "C*"), "versions" => text(judged.map(&:last), "L<*"),
            "fills" => text(@keys.each_index.map { |at| write?(at) ? UNSENT : written(at, @places[at] + 1) }, "C*"),
            "errors" => made.errors, "messages" => made.messages, "mismatches" => @mismatches }
        end

        private

        def write?(at) = @writes[at] == 1

        def add(cell, at)
          writing, reading = cell.steps
          key = @keys[at]
          write = cell.single(writing, key, Described.value(key, @versions[at], @tail))
          calls = write?(at) ? [write] : [cell.single(reading, key), { **write, "after_miss" => true }]
          @plan.concat(calls)
          @dues.concat(calls.map { @dues_of_calls[at] })
        end

        # [outcome, version that was read].
        def judge(at, place)
          return [written(at, place), 0] if write?(at)

          read = nil
          code = outcome(place) do |actual|
            next ABSENT if actual.nil?

            (read = Described.version(actual, @keys[at], @tail)) ? DONE : wrong(at, actual)
          end
          [code, read || 0]
        end

        def written(at, place) = outcome(place) { |actual| STORED.fetch(actual) { wrong(at, actual) } }

        # The block judges the reply, if there is one.
        def outcome(place)
          return UNSENT unless @made.begun?(place)

          @made.raised?(place) ? RAISED : yield(@made.replies.first[place])
        end

        def wrong(at, actual)
          @mismatches << { "call" => at, "key" => @keys[at], "actual" => Judge.show(actual) } if @mismatches.size < MOST
          WRONG
        end

        def text(numbers, form) = [numbers.pack(form)].pack("m0")
      end
    end
  end
end
