# frozen_string_literal: true

module Cachemark
  module Lab
    # Where trials play, one after the other: a proxy before each server, and what the lab itself does to both in the course of
    # one.
    class Stage
      # What a client has no business with.
      COUNTERS = %w[cmd_flush].freeze
      # Bytes of a key that memcached takes.
      LONGEST = 250
      private_constant :COUNTERS, :LONGEST

      # narrow: little of what clients send fits between them and a proxy that does not read.
      #: (Host::Ring, ?narrow: bool) -> void
      def initialize(ring, narrow: false)
        @ring = ring
        @proxies = ring.servers.map { |server| Proxy::Server.start(server.host, server.port, narrow: narrow) }
        @shut = []
        @still = []
      end

      # Before a trial: nobody is connected, nothing stands on the servers, and proxies do as they are told here.
      #: (Fault::Injector) -> void
      def renew(conduct)
        @conduct = conduct
        @prefix = ""
        @proxies.each { |proxy| proxy.reset(conduct) }
        @ring.flush
      end

      # What clients are given.
      #: () -> Array[String]
      def addresses = @proxies.map(&:address)

      # A step of the lab's own: {"proxy" => what becomes of the proxies} or {"server" => what becomes of the servers}: of all,
      # or {what => the number of the one}, the first being 0.
      #: (Hash[String, String | Hash[String, Integer]]) -> void
      def call(step)
        kind = step["proxy"] ? "proxy" : "server"
        what, at = step[kind].is_a?(Hash) ? step[kind].first : [step[kind], nil]
        return server(what, at ? [@ring.servers[at]] : @ring.servers) if kind == "server"

        proxy(what, at ? [@proxies[at]] : @proxies)
      end

      # Waits until what clients have said has come through, and learns from a key that one has written what it puts before
      # its keys (a namespace).
      #: (String) -> void
      def learn(key)
        @proxies.each(&:settle)
        @prefix = witnesses.flat_map(&:keys).find { |name| name.end_with?(key) }.to_s.delete_suffix(key) unless values([key])[key]
      end

      # {key => bytes, nil where absent}: what the servers really hold; the first that has a key tells. One that came there past
      # the client, by a command in another key, has nothing before it.
      #: (Array[String]) -> Hash[String, String?]
      def values(keys)
        server("continue", @ring.servers)
        held = [@prefix, ""].uniq.flat_map { |before| held(keys, before) }
        keys.to_h { |key| [key, held.filter_map { |own| own[key] }.first] }
      end

      # What the servers have counted, all together; less what they had counted `before`.
      #: (?Hash[String, Integer]) -> Hash[String, Integer]
      def counters(before = {})
        sums = @ring.servers.map { |server| server.counters(COUNTERS) }.transpose.map(&:sum)
        COUNTERS.zip(sums).to_h { |name, sum| [name, sum - before.fetch(name, 0)] }
      end

      # {name => the number of the server that has its key, nil where none has it}, of {name => key}.
      #: (Hash[String, String]) -> Hash[String, Integer?]
      def placement(keys)
        held = held(keys.values, @prefix)
        keys.transform_values { |key| held.index { |own| own[key] } }
      end

      # Ends what stands, and lets servers run again. Safe at any time.
      def finish
        server("continue", @ring.servers)
        @proxies.each(&:stop)
      end

      private

      def witnesses = @ring.servers.map { |one| Host::Witness.new(one.host, one.port) }

      # What each server holds, by the keys as they were before a client put this before them. What is too long with it, no server
      # has, nor may it be asked for.
      def held(keys, before)
        asked = keys.map { |key| before + key }.select { |key| key.bytesize <= LONGEST }
        witnesses.map { |one| one.values(asked).transform_keys { |key| key.delete_prefix(before) } }
      end

      def proxy(what, proxies)
        case what
        when "arm" then @conduct.arm
        when "heal" then @conduct.heal
        when "end", "reset" then proxies.each { |proxy| proxy.hang_up(what.to_sym) }
        when "down" then take_down(proxies - @shut, :shut)
        when "jam" then take_down(proxies - @shut, :jam)
        when "up" then (@shut & proxies).each { |proxy| @shut.delete(proxy).open }
        end
      end

      def take_down(proxies, how)
        @shut += proxies.each(&how).each { |proxy| proxy.hang_up(:reset) }
      end

      def server(what, servers)
        case what
        when "flush" then servers.each(&:flush)
        when "stop" then @still += (servers - @still).each { |server| ::Process.kill("STOP", server.pid) }
        when "continue" then (@still & servers).each { |server| ::Process.kill("CONT", @still.delete(server).pid) }
        end
      end
    end
  end
end
