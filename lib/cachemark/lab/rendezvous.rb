# frozen_string_literal: true

require "json"

module Cachemark
  module Lab
    # A barrier for hosts that measure together. Each host names its next step and sends facts. When all have arrived, each
    # receives all facts and a start time by its own clock. Clocks drift, so they are compared again each time, as NTP does.
    class Rendezvous
      # How far a clock is ahead of ours, and by how much that may be wrong, in ns.
      Offset = Value.define(:ns, :error_ns)

      # All go on this many seconds after the last host has arrived, and the time that a message may take.
      AHEAD_S = 0.05
      # Hosts wait at most this many seconds for another one. It may have to build a client.
      LONGEST_S = 1_800
      # How often a clock is asked. The answer that took least time counts.
      PINGS = 4
      private_constant :AHEAD_S, :LONGEST_S, :PINGS

      # While all wait, `observe` is called with what they do next, the facts of each, and the offsets of their clocks.
      # `needs_all`: whether the loss of a host ends the others. Each question to a clock must be answered within `patience_s`.
      #: (?observe: #call?, ?needs_all: bool, ?clock_ns: #call, ?patience_s: Numeric) -> void
      def initialize(observe: nil, needs_all: true, clock_ns: Clock.method(:now_ns), patience_s: 2)
        @observe = observe
        @needs_all = needs_all
        @clock_ns = clock_ns
        @patience_s = patience_s
        @question = 0
        @messages = Queue.new
        @waiting = {}
        @hosts = []
      end

      # Begins with these hosts. A host has a name and may be `running?`; `tell` sends it a message.
      #: (Array[#name & #running? & #tell]) -> void
      def begin(hosts)
        @hosts = hosts
        @thread = Thread.new { loop { handle(@messages.pop) } }
        @thread.report_on_exception = false
      end

      # Takes a message of a host, which arrived at this time. Any thread may call it.
      #: (Object, Hash[String, Object], Integer) -> void
      def receive(host, message, at_ns) = @messages << [host, message, at_ns]

      # Notices hosts that are gone. To be called at intervals. Raises what went wrong here.
      def check
        @thread.join unless @thread.alive?
        @messages << nil
      end

      # Whether a host waits for others.
      #: (Object) -> bool
      def waiting?(host) = @waiting.key?(host)

      def close = @thread&.kill&.join

      private

      def handle(item)
        host, message, at_ns = item
        case message && message["type"]
        when "clock" then @answers[host] = [message, at_ns] if message["clock"] == @question
        when "meeting" then arrive(host, message)
        end
        return if @waiting.empty?
        return meet if @hosts.all? { |host| @waiting.key?(host) || !host.running? }

        give_up if @clock_ns.call > @since_ns + (LONGEST_S * 1_000_000_000)
      end

      def arrive(host, message)
        @since_ns = @clock_ns.call if @waiting.empty?
        @waiting[host] = message
      end

      def give_up
        late = @hosts.reject { |host| @waiting.key?(host) }
        part("#{late.map(&:name).join(", ")} did not arrive within #{LONGEST_S} s")
      end

      def meet
        gone = @hosts.reject { |host| @waiting.key?(host) }
        return part("lost #{gone.map(&:name).join(", ")}, so the other hosts cannot reach the rate") if gone.any? && @needs_all

        @hosts -= gone
        subjects = @waiting.values.map { |message| message["what"] }.uniq
        return part("the hosts are at different points of the run: #{subjects.join(", ")}") if subjects.size > 1

        go_on(subjects.first)
      end

      def go_on(subject)
        waiting, @waiting = @waiting, {}
        facts = @hosts.map { |host| waiting.fetch(host)["facts"] }
        timed = waiting.values.any? { |message| message["timed"] }
        offsets = timed ? offsets() : {}
        mute = timed ? @hosts - offsets.keys : []
        return part("the clock of #{mute.map(&:name).join(", ")} did not answer", waiting) if mute.any?

        @observe&.call(subject, facts, offsets.values)
        at_ns = @clock_ns.call + (AHEAD_S * 1e9).to_i + (2 * offsets.values.map(&:error_ns).max.to_i)
        @hosts.each { |host| host.tell({ facts: facts, at_ns: at_ns + offsets[host]&.ns.to_i }) }
      end

      # Ends all hosts that wait.
      def part(reason, waiting = @waiting)
        waiting.each_key { |host| host.tell({ end: reason }) }
        @waiting = {}
      end

      # {host => Offset} of those whose clock answered.
      def offsets
        found = Array.new(PINGS) { asked }
        @hosts.to_h { |host| [host, found.filter_map { |one| one[host] }.min_by(&:error_ns)] }.compact
      end

      # {host => Offset} by one question to each.
      def asked
        @answers = {}
        @question += 1
        sent = @hosts.to_h { |host| [host, @clock_ns.call.tap { host.tell({ clock: @question }) }] }
        deadline_ns = @clock_ns.call + (@patience_s * 1_000_000_000)
        handle(@messages.pop) until @answers.size == @hosts.size || @clock_ns.call > deadline_ns
        @answers.to_h { |host, (message, at_ns)| [host, offset(sent.fetch(host), message, at_ns)] }
      end

      # From when the question was sent and the answer came, by our clock, and when it came and was answered there.
      def offset(sent_ns, message, at_ns)
        there, answered = message.values_at("heard_ns", "said_ns")
        Offset.new(ns: ((there - sent_ns) + (answered - at_ns)) / 2, error_ns: ((at_ns - sent_ns) - (answered - there)) / 2)
      end

      # One host among those that measure together.
      class Member
        # The facts of all, in the same order on each host, and when to go on by the clock of this host.
        Answer = Value.define(:facts, :at_ns)

        # Integer: how often this host has done something at the same time as the others.
        attr_reader :steps

        # `stream` takes what is said. `inbox` has the messages for this host, each with the time of its arrival in ns.
        #: (Record::Stream, Queue, ?clock_ns: #call) -> void
        def initialize(stream, inbox, clock_ns: Clock.method(:now_ns))
          @stream = stream
          @inbox = inbox
          @clock_ns = clock_ns
          @steps = 0
        end

        # Waits until all others are at the same point. Raises Trouble if they cannot go on together.
        #: (String, ?timed: bool, **Object) -> Answer ! Trouble
        def meet(what, timed: false, **facts)
          @stream.say(type: "meeting", what: what, timed: timed, facts: facts)
          loop do
            message, at_ns = @inbox.pop
            next tell_time(message["clock"], at_ns) if message["clock"]
            raise Trouble.new(message["end"], try: "repeat the command") if message["end"]

            return Answer.new(facts: message.fetch("facts"), at_ns: message.fetch("at_ns"))
          end
        end

        # The same for one fact: its value on each host.
        #: (String, **Object) -> Array[Object] ! Trouble
        def values(what, **fact) = meet(what, **fact).facts.map { |facts| facts.fetch(fact.keys.first.to_s) }

        # Runs the block at the same time as all others. It returns facts for them, which each gets when all have finished.
        # Returns false if another host is not ready.
        #: () { () -> Hash[Symbol, Object] } -> bool
        def at_once
          answer = meet("begin", timed: true, ready: true)
          return false unless answer.facts.all? { |facts| facts["ready"] }

          @steps += 1
          sleep([(answer.at_ns - @clock_ns.call) / 1e9, 0].max)
          late_ns = @clock_ns.call - answer.at_ns
          facts = yield
          meet("finish", late_ns: late_ns, **facts)
          true
        rescue Driver::Failure
          meet("finish", late_ns: late_ns, failed: true)
          raise
        end

        # Lets the others go on without a block that this host cannot begin.
        def pass = meet("begin", timed: true, ready: false)

        private

        def tell_time(question, at_ns)
          @stream.say(type: "clock", clock: question, heard_ns: at_ns, said_ns: @clock_ns.call)
        end
      end
    end
  end
end
