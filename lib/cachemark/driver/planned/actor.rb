# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # An actor of a driver of level 2: a driver process with its own client, which makes one call after the other while
      # something goes wrong. If it hangs or dies, that is a finding.
      class Actor
        # How long a fresh process may take until it has a client.
        ENTER_S = 60
        # Steps that need level 3, and their names.
        OTHERS = { "together" => "calls at once", "quiet" => "a quiet block", "flush" => "flush",
                   "bytes" => "a read of bytes" }.freeze
        # Arguments of a call that are numbers, in whose place an application may pass on a user's text.
        NUMBERS = %w[by initial ttl].freeze
        DONE = "done"
        ONCE = { iterations: [1], batch: 1, keep: "all", clock: "batch" }.freeze
        private_constant :ENTER_S, :OTHERS, :NUMBERS, :DONE, :ONCE

        # `start` starts a driver with this `hello`. `load` are the fields of the request that loads its client.
        #: (^() -> Session, Hash[String, Object], Hash[String, Object]) -> void
        def initialize(start, load, hello)
          @start = start
          @load = load
          @hello = hello
        end

        #: () -> Integer
        def pid = @session.pid

        # Makes a client for the scenario of an `enter` request. Returns the fields of the reply. Raises Cell::Lack.
        #: (Hash[String, Object], Numeric) -> Hash[String, Object]
        def enter(message, _deadline_s)
          raise Cell::Lack, "mode #{message["mode"]}" unless [nil, "sync"].include?(message["mode"])

          renew(message)
          @session ||= @start.call.tap { |session| session.request("load", @load, deadline_s: ENTER_S) }
          opened = @session.request("open", @cell.to_open, deadline_s: ENTER_S)
          return opened.slice("type", "reason") if opened["type"] == "not_offered"

          { "type" => "entered", "pid" => pid }
        rescue Failure => error
          { "type" => "not_entered", "end" => error.is_a?(Refused) ? "raised #{error.message}" : ending(error) }
        end

        # Makes the steps of an `act` request. Returns the events of its calls, and how it ended.
        #: (Hash[String, Object], Numeric) -> [Array[Hash], String]
        def act(message, _deadline_s)
          deadline_ms = message.fetch("deadline_ms")
          @until_s = Clock.now_s + (deadline_ms / 1000.0)
          @silence_s = (message["silence_ms"] || deadline_ms) / 1000.0
          @events = []
          message.fetch("steps").each_with_index { |step, at| make(step, at) }
          [@events, DONE]
        rescue Lost => error
          [@events, ending(error)]
        end

        # Ends its process; returns how it ended.
        #: (?Hash[String, Object], ?Numeric) -> String?
        def leave(_message = nil, _deadline_s = nil)
          session, @session = @session, nil
          @cell&.forget
          return unless session

          session.kill if session.alive?
          words(session.status)
        end

        alias forget leave

        private

        # The client before is let go, in whatever state that is.
        def renew(message)
          @session = nil unless @session&.alive?
          let_go if @session
          @cell&.forget
          scenario = { "prelude" => [], **message.fetch("scenario"), "wrap" => nil }
          @cell = Cell.new({ "cell" => "actor", **message, "scenario" => { **scenario, "steps" => calls(message) } })
        end

        def let_go
          @session.request("close", { cell: @cell.id }, deadline_s: ENTER_S)
        rescue Refused
          nil
        end

        # The calls that the actor will make. Raises Cell::Lack for other steps.
        def calls(message)
          raise Cell::Lack, "a limit of its memory" if message["memory_mb"]

          (message["steps"] || []).select { |step| supported(step)["op"] }
        end

        def supported(step)
          lack = OTHERS.keys.find { |name| step.key?(name) || step["op"] == name }
          way = step.dig("interrupt", "by")
          raise Cell::Lack, OTHERS.fetch(lack) if lack
          raise Cell::Lack, "an interrupt by #{way}" if way && !@hello.fetch("interrupts", []).include?(way)
          raise Cell::Lack, "a text in the place of a number" if @hello["typed"] && step.values_at(*NUMBERS).any?(String)

          step
        end

        def make(step, at)
          if step["wait_ms"] then sleep(step["wait_ms"] / 1000.0)
          elsif step["look"] then event(at, "ok", "value" => look)
          else call(step, at)
          end
        end

        def call(step, at)
          event(at, "invoke", written(step))
          report = step["close"] ? closed : request("run", fields(step)).dig("replies", 0, 0, 0)
          return event(at, "raised", "error" => { "at" => [], "injected" => false, **report["raised"] }) if raised?(report)

          report = report["reply"] if report.is_a?(Hash) && report.key?("computed")
          event(at, "ok", "value" => Reported.typed(report, @hello))
        rescue Refused => error
          event(at, "raised", "error" => { **error.reply.slice("class", "message"), "injected" => false,
                                           "at" => error.reply["backtrace"] || [] })
        end

        # It has no report.
        def closed
          request("close", { cell: @cell.id })
          nil
        end

        def raised?(report) = report.is_a?(Hash) && report.key?("raised")

        def fields(step)
          { cell: @cell.id, plan: "call", calls: [[@cell.call(step, own: false)]], values: @cell.fresh_values, **ONCE }.compact
        end

        def request(type, fields)
          @session.request(type, fields, deadline_s: [@silence_s, @until_s - Clock.now_s].min.clamp(0.001, nil))
        end

        def event(at, type, more = {}) = @events << { "step" => at, "type" => type, "at_ns" => Clock.now_ns, **more }

        # The value that a write is given, as a driver reports values.
        def written(step)
          return {} unless step["value"] && step["key"]

          value = @cell.value(step["value"], step["key"], raw: step["raw"] == true, own: false)
          { "wrote" => Reported.typed(Reported.form(value), @hello) }
        end

        # Its descriptors, threads and memory.
        def look
          folder = "/proc/#{pid}"
          { "pairs" => [["descriptors", Dir.children("#{folder}/fd").size], ["threads", Dir.children("#{folder}/task").size],
                        ["memory_bytes", File.read("#{folder}/statm").split[1].to_i * 4096]] }
        rescue SystemCallError
          nil
        end

        def ending(error)
          return "hung" if error.is_a?(Hang)
          return "failed: #{error.message}" if error.is_a?(Garbage)

          words(@session&.status) || "failed: #{error.message}"
        end

        def words(exit)
          return unless exit
          return "exited with status #{exit.code}" unless exit.signal

          "killed by signal #{Signal.list.fetch(exit.signal.to_s.delete_prefix("SIG"), exit.signal)}"
        end
      end
    end
  end
end
