# frozen_string_literal: true

module Cachemark
  module Lab
    class WireLook
      # A proxy in front of each server of a ring.
      class Proxies
        # Starts them for the block; they are gone when it ends.
        #: (Array[Host::Server], ?names: Array[String]) { (Proxies) -> Object } -> Object
        def self.open(servers, **settings)
          proxies = new(servers, **settings)
          yield proxies
        ensure
          proxies&.stop
        end

        # Array[String]: what a driver is given in the place of the servers' addresses.
        attr_reader :addresses

        # `names` are those under which the first server is known, where it has several.
        #: (Array[Host::Server], ?names: Array[String]) -> void
        def initialize(servers, names: [])
          @proxies = []
          @hold = Proxy::Hold.new
          servers.each { |server| @proxies << Proxy::Server.start(server.host, server.port, filter: @hold) }
          port = @proxies.first.address[/\d+\z/]
          @addresses = names.empty? ? @proxies.map(&:address) : names.map { |name| "#{name}:#{port}" }
        rescue Exception
          stop
          raise
        end

        # The traffic since the last look.
        #: () -> Proxy::Traffic
        def drain = @proxies.map(&:drain).reduce(:+)

        # Runs the block, whose replies are held back until so many calls wait or nothing new comes. Answers how many
        # waited. A connection that is not shared has one call at a time, however many keys on however many servers it
        # asks for.
        #: (Integer, shared: bool) { () -> void } -> Integer
        def hold(wanted, shared:, &calls)
          drain
          seen = @hold.watch(wanted, -> { shared ? questions.sum : questions.count(&:positive?) }, &calls)
          [seen, wanted].min
        end

        # How many connections something was asked on since the last look.
        #: () -> Integer
        def used = questions.count(&:positive?)

        # Names that lead to one and the same server, by the process that answers there; none where each has its own.
        #: () -> Array[String]
        def aliases
          @aliases ||= @addresses.size < 2 ? [] : shared(@addresses.map { |address| address.split(/:(?=\d+\z)/) })
        end

        #: () -> void
        def stop = @proxies.each(&:stop)

        private

        def questions = @proxies.flat_map(&:questions)

        def shared(places)
          groups = places.group_by { |host, port| pid(host.delete("[]"), port.to_i) }.values
          groups.find { |group| group.size > 1 }.to_a.map(&:first)
        end

        def pid(host, port)
          socket = Host::AdminSocket.new(host, port)
          socket.counters(["pid"])
        ensure
          socket&.close
        end
      end
    end
  end
end
