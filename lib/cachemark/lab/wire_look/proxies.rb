# frozen_string_literal: true

module Cachemark
  module Lab
    class WireLook
      # A proxy in front of each server of a ring.
      class Proxies
        # A client may be late once. The count of `most` can be too low, never too high, so that it is repeated.
        TRIES = 3
        # Seconds: replies are held back only briefly. A client that takes longer waits for a lost server.
        HELD_S = 10
        private_constant :TRIES

        # Starts the proxies in front of an engine's servers for the block, and stops them when it ends.
        #: (Engine, ?names: Array[String], ?filter: #call) { (Proxies) -> Object } -> Object
        def self.open(engine, **settings)
          proxies = new(engine.ring.servers, keeper: engine.keeper, **settings)
          yield proxies
        ensure
          proxies&.stop
        end

        # Array[String]: the addresses for a driver instead of the servers'.
        attr_reader :addresses

        # How clients reach them, without the addresses (Access#to_wire).
        #: () -> Hash[String, Object]?
        def access = @proxies.first.access.to_wire

        # `names` are those of the first server, if it has several. Only with the usual filter, `most` can be called.
        #: (Array[Host::Server], keeper: Host::Keeper, ?names: Array[String], ?filter: #call) -> void
        def initialize(servers, keeper:, names: [], filter: Proxy::Hold.new)
          @proxies = []
          @hold = filter
          servers.each do |server|
            @proxies << Proxy::Server.start(server.access, certificate: server.certificate, filter: filter, keeper: keeper)
          end
          port = @proxies.first.address[/\d+\z/]
          @names = names
          @addresses = names.empty? ? @proxies.map(&:address) : names.map { |name| "#{name}:#{port}" }
        rescue Exception
          stop
          raise
        end

        # The traffic since the last call, of all servers together.
        #: () -> Proxy::Traffic
        def drain = drain_each.reduce(:+)

        # The same for each server.
        #: () -> Array[Proxy::Traffic]
        def drain_each = @proxies.map(&:drain)

        # Runs the block, whose replies are held back until `wanted` :requests, :connections or :servers wait for a reply, or
        # until no new ones do. Returns how many waited: the most in up to TRIES runs, which end at one of the numbers that are
        # `enough`.
        #: (Integer, Symbol, ?enough: Array[Integer]) { () -> void } -> Integer
        def most(wanted, kind, enough: [wanted], &calls)
          most = 0
          TRIES.times do
            drain
            most = [most, [@hold.watch(wanted, -> { waiting(kind) }, &calls), wanted].min].max
            break if enough.include?(most)
          end
          most
        end

        # The number of connections with requests since the last call.
        #: () -> Integer
        def used = waiting(:connections)

        # Names that lead to the same server, by the process that replies there; empty if each has its own.
        #: () -> Array[String]
        def aliases
          @aliases ||= @names.empty? ? [] : shared(@addresses.map { |address| address.split(/:(?=\d+\z)/) })
        end

        def stop = @proxies.each(&:stop)

        private

        # The number of these that a request was sent to, or on, since the last call.
        def waiting(kind)
          requests = @proxies.map(&:questions)
          case kind
          when :requests then requests.flatten.sum
          when :connections then requests.flatten.count(&:positive?)
          when :servers then requests.count { |request| request.sum.positive? }
          end
        end

        def shared(places)
          groups = places.group_by { |host, port| pid(host.delete("[]"), port.to_i) }.values
          groups.find { |group| group.size > 1 }.to_a.map(&:first)
        end

        def pid(host, port)
          socket = Host::AdminSocket.new(Access.tcp(host, port))
          socket.counters(["pid"])
        ensure
          socket&.close
        end
      end
    end
  end
end
