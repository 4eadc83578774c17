# frozen_string_literal: true

require "json"

module Cachemark
  module Lab
    # Where hosts that measure together wait for one another. Each says what comes next, and sends facts. Once all are there,
    # each gets the facts of all, and the time at which all go on, by its own clock. The clocks are compared as in NTP, and
    # again each time, because they drift.
    class Rendezvous
      # How far a clock is ahead of ours, and by how much that may be wrong, in ns.
      Offset = Value.define(:ns, :error_ns)

      # All go on this many seconds after the last one has arrived.
      AHEAD_S = 0.05
      # How often a clock is asked. The answer that took least time counts.
      PINGS = 4
      # A clock that does not answer within this many seconds has no offset.
      PATIENCE_S = 2
      private_constant :AHEAD_S, :PINGS, :PATIENCE_S

      # While all wait, `observe` is called with what they do next, the facts of each, and the offsets of their clocks.
      # `needs_all`: whether the loss of a host ends the others.
      #: (?observe: #call?, ?needs_all: bool, ?clock_ns: #call) -> void
      def initialize(observe: nil, needs_all: true, clock_ns: Clock.method(:now_ns))
        @observe = observe
        @needs_all = needs_all
        @clock_ns = clock_ns
        @letters = Queue.new
        @waiting = {}
        @guests = []
      end

      # Begins with all who come. A guest has a name and may be `running?`; `tell` sends it a message.
      #: (Array[#name & #running? & #tell]) -> void
      def begin(guests)
        @guests = guests
        @thread = Thread.new { loop { take(@letters.pop) } }
        @thread.report_on_exception = false
      end

      # Takes a message of a guest, which arrived at this time. Any thread may call it.
      #: (Object, Hash[String, Object], Integer) -> void
      def heard(guest, message, at_ns) = @letters << [guest, message, at_ns]

      # Notices who is gone. To be called at intervals. Raises what went wrong here.
      #: () -> void
      def look
        @thread.join unless @thread.alive?
        @letters << nil
      end

      def close = @thread&.kill&.join

      private

      def take(letter)
        guest, message, at_ns = letter
        case message && message["type"]
        when "clock" then (@answers ||= {})[guest] = [message, at_ns]
        when "meeting" then @waiting[guest] = message
        end
        meet if @waiting.any? && @guests.all? { |one| @waiting.key?(one) || !one.running? }
      end

      def meet
        gone = @guests.reject { |guest| @waiting.key?(guest) }
        return part("#{gone.map(&:name).join(", ")} was lost, and the others make another load") if gone.any? && @needs_all

        @guests -= gone
        subjects = @waiting.values.map { |message| message["what"] }.uniq
        return part("the hosts wait for different things: #{subjects.join(", ")}") if subjects.size > 1

        go_on(subjects.first)
      end

      def go_on(subject)
        waiting, @waiting = @waiting, {}
        facts = @guests.map { |guest| waiting.fetch(guest)["facts"] }
        offsets = waiting.values.any? { |message| message["timed"] } ? offsets() : {}
        @observe&.call(subject, facts, offsets.values)
        at_ns = @clock_ns.call + (AHEAD_S * 1e9).to_i
        @guests.each { |guest| guest.tell({ facts: facts, at_ns: at_ns + offsets[guest]&.ns.to_i }) }
      end

      # Ends all that wait.
      def part(reason)
        @waiting.each_key { |guest| guest.tell({ end: reason }) }
        @waiting = {}
      end

      # {guest => Offset} of those whose clock answered.
      def offsets
        found = Array.new(PINGS) { asked }
        @guests.to_h { |guest| [guest, found.filter_map { |one| one[guest] }.min_by(&:error_ns)] }.compact
      end

      # {guest => Offset} by one question to each.
      def asked
        @answers = {}
        sent = @guests.to_h { |guest| [guest, @clock_ns.call.tap { guest.tell({ clock: true }) }] }
        deadline_ns = @clock_ns.call + (PATIENCE_S * 1_000_000_000)
        take(@letters.pop) until @answers.size == @guests.size || @clock_ns.call > deadline_ns
        @answers.to_h { |guest, (message, at_ns)| [guest, offset(sent.fetch(guest), message, at_ns)] }
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
            next tell_time(at_ns) if message["clock"]
            raise Trouble.new(message["end"], try: "run it again") if message["end"]

            return Answer.new(facts: message.fetch("facts"), at_ns: message.fetch("at_ns"))
          end
        end

        # Runs the block at the same time as all others. It returns facts for them, which each gets when all have finished.
        #: () { () -> Hash[Symbol, Object] } -> void
        def at_once
          answer = meet("begin", timed: true)
          @steps += 1
          sleep([(answer.at_ns - @clock_ns.call) / 1e9, 0].max)
          late_ns = @clock_ns.call - answer.at_ns
          facts = yield
          meet("finish", late_ns: late_ns, **facts)
        rescue Driver::Failure
          meet("finish", late_ns: late_ns, failed: true)
          raise
        end

        private

        def tell_time(at_ns) = @stream.say(type: "clock", heard_ns: at_ns, said_ns: @clock_ns.call)
      end
    end
  end
end
