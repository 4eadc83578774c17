# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # The fresh servers of a run. Their places stay reserved while a server is gone.
      class Servers
        # The address to which a server moves. Systems other than Linux have only one loopback address.
        SECOND = "127.0.0.2"
        private_constant :SECOND

        #: (RingStarter, Contender, Integer) -> void
        def initialize(starter, contender, count)
          @starter = starter
          @contender = contender
          @places = []
          @held = []
          @servers = []
          @gone = []
          count.times { add }
        rescue Exception
          stop
          raise
        end

        # Host::Ring: the servers as they are now.
        def ring = Host::Ring.new(@servers)

        #: (Integer) -> Host::Memcached
        def [](at) = @servers[at]

        # Starts another server in the place of one that is gone.
        #: (Integer) -> void
        def restart(at) = replace(at, start(@places[at]))

        # Another server takes the position of one in the ring.
        #: (Integer, Host::Memcached) -> void
        def replace(at, other)
          @gone << @servers[at]
          @servers[at] = other
        end

        # A further server with the same port at another address. It is not in the ring.
        #: (Integer) -> Host::Memcached
        def second(at)
          place = Host::Memcached::Listening::Place.at(Access.tcp(SECOND, self[at].port))
          held(place).tap { |server| @gone << server }
        end

        # Ends all. A stopped process is killed, too.
        def stop
          Host::Ring.new(@servers | @gone).stop
        ensure
          @held.each(&:close)
        end

        private

        def add
          @places << @starter.place(@contender)
          @servers << held(@places.last)
        end

        def held(place)
          @held.concat(place.hold)
          start(place)
        end

        def start(place) = @starter.ring(@contender, count: 1, place: place).servers.first
      end
    end
  end
end
