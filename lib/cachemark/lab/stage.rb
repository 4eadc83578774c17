# frozen_string_literal: true

module Cachemark
  module Lab
    # Where one trial plays: a relay before each server, and what the lab itself does to both in the course of it.
    class Stage
      # What a client has no business with.
      COUNTERS = %w[cmd_flush].freeze
      private_constant :COUNTERS

      #: (Host::Ring, Fault::Conduct) -> void
      def initialize(ring, conduct)
        @ring = ring
        @conduct = conduct
        @relays = ring.servers.map { |server| Tap::Relay.start(server.host, server.port, conduct: conduct) }
        @shut = @still = false
      end

      # What clients are given.
      #: () -> Array[String]
      def addresses = @relays.map(&:address)

      # A step of the lab's own: {"relay" => what becomes of every relay} or {"server" => what becomes of every server}.
      #: (Hash[String, String]) -> void
      def call(step)
        step["relay"] ? relay(step["relay"]) : server(step["server"])
      end

      # {key => bytes, nil where absent}: what the servers really hold; the first that has a key tells.
      #: (Array[String]) -> Hash[String, String?]
      def values(keys)
        server("continue")
        held = @ring.servers.map { |one| Host::Witness.new(one.host, one.port).values(keys) }
        keys.to_h { |key| [key, held.filter_map { |own| own[key] }.first] }
      end

      # What the servers have counted, all together; less what they had counted `before`.
      #: (?Hash[String, Integer]) -> Hash[String, Integer]
      def counters(before = {})
        sums = @ring.servers.map { |server| server.counters(COUNTERS) }.transpose.map(&:sum)
        COUNTERS.zip(sums).to_h { |name, sum| [name, sum - before.fetch(name, 0)] }
      end

      # Ends what stands, and lets servers run again. Safe at any time.
      def finish
        server("continue")
        @relays.each(&:stop)
      end

      private

      def relay(what)
        case what
        when "arm" then @conduct.arm
        when "heal" then @conduct.heal
        when "end", "reset" then @relays.each { |relay| relay.hang_up(what.to_sym) }
        when "down" then @shut ||= @relays.each { |relay| take_down(relay) }
        when "up" then @shut &&= @relays.each(&:open) && false
        end
      end

      def take_down(relay)
        relay.shut
        relay.hang_up(:reset)
      end

      def server(what)
        case what
        when "flush" then @ring.flush
        when "stop" then @still ||= signal("STOP")
        when "continue" then @still &&= signal("CONT") && false
        end
      end

      def signal(name) = @ring.servers.each { |server| ::Process.kill(name, server.pid) }
    end
  end
end
