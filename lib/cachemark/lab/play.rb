# frozen_string_literal: true

module Cachemark
  module Lab
    # One script, played once: the driver's parts in the contender's seat, or a peer's, and the lab's own on the stage.
    class Play
      # Array[Fault::Trial::Placement]: where keys were, each time that a script asked.
      attr_reader :placed

      # {peer's id => {name => bytes}}: what stood on the servers once a peer that is another client had written there.
      attr_reader :left

      # others: {contender's id => Seat} of the peers; impatient: clients have short timeouts, or of so
      # many seconds.
      #: (Fault::Script, Stage, Seat, Hash[String, Seat], ?impatient: bool | Numeric) -> void
      def initialize(script, stage, seat, others, impatient: false)
        @script = script
        @stage = stage
        @seat = seat
        @others = others
        @impatient = impatient
        @placed = []
        @left = {}
      end

      # Every part in turn, until one does not come to its end: [calls, how it ended].
      #: () -> [Array[Fault::Trial::Call], String]
      def call
        calls = []
        @script.parts.each do |part|
          made, ending = perform(part)
          calls += made
          return [calls, ending] unless ending == "done"
        end
        [calls, "done"]
      end

      private

      def perform(part)
        return @seat.act(part) if part.is_a?(Array)
        return peer(part) if part["peer"]

        began = now
        ours(part)
        [[Fault::Trial::Call.new(step: part, type: "ok", began_ns: began, ended_ns: now)], "done"]
      rescue Seat::Unmade => failure
        [[], Fault::Trial::NO_CLIENT + failure.ending]
      end

      def ours(part)
        return @placed << Fault::Trial::Placement.new(by: part["author"], at: @stage.placement(@script.spread)) if part["tell"]

        part["connect"] ? enter(@seat, @script.steps, part["connect"]) : @stage.call(part)
      end

      # What it lacks for it, it leaves undone: it is not the one that is examined.
      def peer(part)
        seat = @others.fetch(part["peer"])
        enter(seat, part["steps"])
        calls, = seat.act(part["steps"])
        @left[part["peer"]] = standing unless kin?(seat)
        [calls, "done"]
      rescue Seat::Unsupported
        [[], "done"]
      ensure
        seat&.leave
      end

      # A client whose own releases do not read each other's values has no excuse, nor has a broken copy of the reference.
      def kin?(seat) = @seat.contender.client.adapter == "control" || seat.contender.client == @seat.contender.client

      def standing = @stage.values(@script.watched.values).then { |held| @script.watched.transform_values { |key| held[key] } }

      # at: the servers that it is given, by number, the first being 0; nil for all.
      def enter(seat, steps, at = nil)
        addresses = @stage.addresses
        seat.enter(at ? addresses.values_at(*at) : addresses, @script.scenario, steps, impatient: @impatient)
      end

      def now = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC, :nanosecond)
    end
  end
end
