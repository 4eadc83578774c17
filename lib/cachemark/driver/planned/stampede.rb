# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # The stampedes of a cell: its workers ask for a value at the moment at which it has expired. The last one stores the
      # values, and looks whether they have expired. Values describe themselves, so that a reply shows who computed it.
      #
      # In the request, a value takes `compute_ns` to be computed, and must expire within `limit_ns`. With `after_ns`, the last
      # worker waits for so long and does not look. The answer has an entry of `expiries` for each step: `waited_ns` since the
      # values were stored, and base64 of a number for each caller:
      #
      # - `computed`: how often its value was asked for (a byte).
      # - `outcomes`: those of Described (a byte); `versions`: of its reply (uint32); `latencies`: the ns of its call (uint64).
      class Stampede
        include Described

        # The version of the values that expire; that of worker w, from 0, is OWN + w.
        STORED = 1
        OWN = 2
        LOOK_S = 0.002
        STORE = "stampede"
        FORMS = { "computed" => "C*", "outcomes" => "C*", "versions" => "L<*", "latencies" => "Q<*" }.freeze
        private_constant :STORED, :OWN, :LOOK_S, :STORE, :FORMS

        # Raised if the client, or the driver, lacks what it needs. `reply` is that of the driver.
        class Lacking < StandardError
          attr_reader :reply

          #: (Hash[String, Object]) -> void
          def initialize(reply)
            @reply = reply
            super(reply["reason"])
          end
        end

        # The Workers, and the `stampede` request. The block makes a plan of all workers, as Workers#run.
        #: (Workers, Hash[String, Object]) { (String, **Object) -> Hash[String, Object] } -> void
        def initialize(workers, request, &run)
          @cells = workers.cells
          @request = request
          @run = run
          @steps = @cells.first.steps
          Planned.refuse("a stampede needs a mode with 2 workers or more") if callers < 1
          Planned.refuse("a stampede needs steps that compute the value of a key") unless @steps.all? { |step| computes?(step) }
        end

        # The fields of the reply. Raises Lacking, Refused.
        #: () -> Hash[String, Object]
        def report
          @errors, @messages, @mismatches = Hash.new(0), {}, []
          plan
          store
          { "expiries" => @steps.each_index.map { |at| expiry(at) }, "errors" => @errors, "messages" => @messages,
            "mismatches" => @mismatches }
        end

        private

        # Workers that ask.
        def callers = @cells.size - 1

        def computes?(step) = step["key"] && step["value"] && Vocabulary::Operations::ALL.fetch(step["op"]).reads?

        # The drivers read all plans before anything is stored.
        def plan
          plans = { STORE => by_last(@steps.each_index.flat_map { |at| [own(@cells.last, at, STORED), look(at)] }) }
          @steps.each_index do |at|
            plans["#{STORE} look #{at}"] = by_last([look(at)])
            calls = @cells.first(callers).each_with_index.map { |cell, worker| [own(cell, at, OWN + worker)] }
            plans["#{STORE} call #{at}"] = [*calls, []]
          end
          plans.each do |name, calls|
            make(name, @cells.map { 0 }, calls: calls, values: @cells.map(&:fresh_values), compute_ns: 0)
          end
        end

        # The call of a step with the value of a version.
        def own(cell, at, version)
          key = cell.key(@steps[at]["key"])
          cell.single(@steps[at], key, Described.value(key, version, @request["tail"]))
        end

        def look(at)
          cell = @cells.last
          cell.call(cell.reader(@steps[at].slice("key", "raw")), own: false)
        end

        def by_last(calls) = [*Array.new(callers) { [] }, calls]

        def make(name, iterations, **fields)
          ran = @run.call(name, iterations: iterations, keep: "all", **fields)
          raise Lacking, ran if ran["type"] == "not_offered"

          ran
        end

        # The replies of the last worker.
        def last(name) = Reported.all(make(name, [*Array.new(callers, 0), 1])["replies"]).last.first

        def store
          replies = last(STORE)
          replies.each_with_index do |reply, at|
            next if version(reply, at / 2) == STORED

            Planned.refuse("the value that should expire was not stored: #{Judge.show(replies[at - (at % 2)])}")
          end
          @stored_ns = Clock.now_ns
        end

        def expiry(at)
          waited_ns = wait(at)
          ran = make("#{STORE} call #{at}", [*Array.new(callers, 1), 0], clock: "call", compute_ns: @request["compute_ns"])
          replies = Reported.all(ran["replies"]).first(callers).map { |own| own.first.first }
          calls = replies.each_with_index.map { |reply, worker| [*judge(reply, at, worker), ran["latencies"][worker].first] }
          columns = FORMS.zip(calls.transpose).to_h { |(name, form), all| [name, [all.pack(form)].pack("m0")] }
          { "waited_ns" => waited_ns, **columns }
        end

        # Waits until a value has expired: for so long after it was stored, or until it is not found. Returns the ns since then.
        def wait(at)
          after_ns = @request["after_ns"]
          if after_ns
            sleep([after_ns - since, 0].max / 1e9)
            return since
          end
          until last("#{STORE} look #{at}").first.nil?
            limit_ns = @request["limit_ns"]
            expired_not(at, limit_ns) if since > limit_ns
            sleep(LOOK_S)
          end
          since
        end

        def since = Clock.now_ns - @stored_ns

        def expired_not(at, limit_ns)
          key = @cells.last.key(@steps[at]["key"])
          Planned.refuse("the value of #{key} has not expired within #{format("%g", limit_ns / 1e9)} s")
        end

        # [how often it was computed, outcome, version].
        def judge(reply, at, worker)
          computed = reply.is_a?(Reported::Computed) ? reply.keys.size : 0
          return [reply.computed.size, raised(reply), 0] if reply.is_a?(Reported::Raised)

          version = version(reply, at)
          version ? [computed, DONE, version] : [computed, wrong(reply, at, worker), 0]
        end

        def raised(error)
          @errors[error.type] += 1
          @messages[error.type] ||= Judge.shortened(error.message)
          RAISED
        end

        def wrong(reply, at, worker)
          reply = actual(reply)
          @mismatches << { "step" => at, "worker" => worker, "actual" => Judge.show(reply) } if @mismatches.size < MOST
          reply.nil? ? ABSENT : WRONG
        end

        def actual(reply) = reply.is_a?(Reported::Computed) ? reply.reply : reply

        def version(reply, at) = Described.version(actual(reply), @cells.last.key(@steps[at]["key"]), @request["tail"])
      end
    end
  end
end
