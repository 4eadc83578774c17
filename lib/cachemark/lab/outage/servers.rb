# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # The fresh servers of a run. Their places stay reserved while a server is gone.
      class Servers
        #: (RingStarter, Contender, Integer) -> void
        def initialize(starter, contender, count)
          @starter = starter
          @contender = contender
          @places = []
          @held = []
          @servers = []
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
        def replace(at)
          @servers[at].stop
          @servers[at] = start(@places[at])
        end

        # Ends all. A stopped process is killed, too.
        def stop
          ring.stop
        ensure
          @held.each(&:close)
        end

        private

        def add
          @places << @starter.place(@contender)
          @held.concat(@places.last.hold)
          @servers << start(@places.last)
        end

        def start(place) = @starter.ring(@contender, count: 1, place: place).servers.first
      end
    end
  end
end
