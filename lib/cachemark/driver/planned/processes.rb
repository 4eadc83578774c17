# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # Driver processes that make the calls of a worker each, at the same time: each in mode sync, with the plans of its worker.
      # A cell in mode sync has one. If a process is lost, the others are ended.
      class Processes
        CLOCK_READINGS = 5
        CLOCK_S = 20
        # How long after its request a run begins, so that all processes have read it: for any, for each process, and for each
        # call that is due.
        LEAD_NS = 3_000_000
        PROCESS_NS = 2_000_000
        CALL_NS = 5_000
        SUMS = %w[user_ns system_ns allocations gc_ns gc_count compiled_bytes exceptions locks allocated_bytes].freeze
        private_constant :CLOCK_READINGS, :CLOCK_S, :LEAD_NS, :PROCESS_NS, :CALL_NS, :SUMS

        #: (Array[Session]) -> void
        def initialize(sessions)
          @sessions = sessions
        end

        # The Values of the next worker's cell. A process reads those of its own calls only.
        #: (Array[Cell]) -> Values
        def values_after(_cells) = Values.new(@sessions.first.hello)

        #: (Array[Cell], Numeric) -> Hash[String, Object]
        def open(cells, deadline_s)
          opened = all_or_none { at_once("open", cells.map(&:to_open), deadline_s) }
          lacking = opened.find { |reply| reply["type"] == "not_offered" }
          close_opened(cells.first.id, deadline_s) if lacking
          lacking || { **opened.first, "ns" => opened.map { |reply| reply["ns"] }.max }
        rescue Refused
          close_opened(cells.first.id, deadline_s)
          raise
        end

        # As Workers#run. `start_ns` is a time of this process's clock.
        #: (Hash[Symbol, Object], Numeric) -> Hash[String, Object]
        def run(fields, deadline_s)
          requests, replies = all_or_none do
            starts = starts(fields)
            asked = @sessions.each_index.map { |at| request(fields, at, starts && starts[at]) }
            [asked, at_once("run", asked, deadline_s)]
          end
          { **(replies.one? ? replies.first : joined(replies)), "replies" => replies.flat_map { |reply| reply["replies"] },
            **(fields[:dues] ? { "made" => requests.map { |request| request[:dues].size } } : {}) }
        end

        #: (String, Numeric) -> void
        def close(id, deadline_s) = all_or_none { at_once("close", @sessions.map { { cell: id } }, deadline_s) }

        private

        # Some processes may have opened the cell before another failed.
        def close_opened(id, deadline_s)
          close(id, deadline_s) if @sessions.size > 1
        rescue Refused
          nil
        end

        # Sends each process a request, then reads all replies. Raises the first failure.
        def at_once(type, requests, deadline_s)
          waiting = @sessions.zip(requests).map { |session, fields| session.send_request(type, fields, deadline_s: deadline_s) }
          refused = nil
          replies = waiting.map do |reply|
            reply.call
          rescue Refused => error
            refused ||= error
          end
          refused ? raise(refused) : replies
        end

        # If one is lost in the block, none is left.
        def all_or_none
          yield
        rescue Lost
          @sessions.each(&:kill)
          raise
        end

        def request(fields, at, start_ns)
          iterations = fields[:iterations][at]
          { batch: [iterations, 1].max, **fields, iterations: [iterations], calls: fields[:calls] && [fields[:calls][at]],
            values: fields[:values]&.at(at), dues: fields[:dues] && dealt(fields[:dues], at), start_ns: start_ns }.compact
        end

        # The calls of an open loop are dealt out in turn.
        def dealt(dues, at) = at.step(dues.size - 1, @sessions.size).map { |call| dues[call] }

        # When a run begins, by the clock of each process; nil if its processes need not begin together.
        def starts(fields)
          start_ns = fields[:start_ns]
          return unless start_ns || (@sessions.size > 1 && (fields[:keep] == "last" || fields[:compute_ns]))

          ahead = @sessions.map { |session| ahead_ns(session) }
          start_ns ||= Clock.now_ns + LEAD_NS + (@sessions.size * PROCESS_NS) + (fields[:dues].to_a.size * CALL_NS)
          ahead.map { |ns| start_ns + ns }
        end

        # How far the clock of a process is ahead of this one, by its fastest reply.
        def ahead_ns(session)
          Array.new(CLOCK_READINGS) do
            asked_ns = Clock.now_ns
            there_ns = session.request("clock", deadline_s: CLOCK_S).fetch("ns")
            took_ns = Clock.now_ns - asked_ns
            [took_ns, there_ns - asked_ns - (took_ns / 2)]
          end.min.last
        end

        # All began at one moment.
        def joined(replies)
          first = replies.first
          sums = SUMS.select { |name| first.key?(name) }.to_h do |name|
            [name, total(replies.map { |reply| reply[name] })]
          end
          sums["pool"] = pools(replies.map { |reply| reply["pool"] }) if first.key?("pool")
          sums["latencies"] = replies.flat_map { |reply| reply["latencies"] } if first.key?("latencies")
          return sums unless first.key?("wall_ns")

          wall_ns = replies.map { |reply| reply["wall_ns"] }.max
          { "wall_ns" => wall_ns, "batches" => [wall_ns], **sums, **(first["lags"] ? due(replies) : {}) }
        end

        # Of numbers, or of counts by name; nil if a process does not report it.
        def total(all)
          return if all.include?(nil)

          all.first.is_a?(Hash) ? all.reduce { |sum, one| sum.merge(one) { |_, left, right| left + right } } : all.sum
        end

        # The waits in the pools of all processes.
        def pools(all)
          return if all.include?(nil)

          { **all.first, "waits" => all.flat_map { |pool| pool["waits"] },
            **%w[pools waited timeouts].to_h { |name| [name, total(all.map { |pool| pool[name] })] } }
        end

        # In the order of the calls.
        def due(replies)
          times = %w[lags latencies].to_h do |name|
            first, *rest = replies.map { |reply| reply[name] }
            [name, first.zip(*rest).flatten.compact]
          end
          raised = replies.each_with_index.flat_map do |reply, at|
            reply["raised"].map { |one| { **one, "call" => (one["call"] * replies.size) + at } }
          end
          { **times, "raised" => raised.sort_by { |one| one["call"] } }
        end
      end
    end
  end
end
