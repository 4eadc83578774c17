# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # The fresh servers of a run. Their ports stay reserved while a server is gone.
      class Servers
        #: (RingStarter, Contender, Integer) -> void
        def initialize(starter, contender, count)
          @starter = starter
          @contender = contender
          @ports = []
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
          @servers[at] = start(@ports[at])
        end

        # Ends all. A stopped process is killed, too.
        def stop
          ring.stop
        ensure
          @ports.each(&:close)
        end

        private

        def add
          @ports << ReservedPort.hold(Vocabulary::Address::LOOPBACK)
          @servers << start(@ports.last)
        end

        def start(held)
          port = held.local_address.ip_port
          @starter.ring(@contender, count: 1, ports: -> { port }).servers.first
        end
      end
    end
  end
end
