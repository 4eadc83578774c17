# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # Makes incidents happen to one of a run's servers: `begin`, and `end` if the incident ends before the run.
      module Incidents
        # The common part of all incidents.
        class Base
          #: (Servers, Plan::Outage, Host::Keeper) -> void
          def initialize(servers, outage, keeper)
            @servers = servers
            @keeper = keeper
            @at = outage.struck - 1
            @outage = outage
          end

          # The addresses for clients.
          #: () -> Array[String]
          def addresses = @servers.ring.addresses

          # The thing that the clients' process must run inside, or nil.
          def inside = nil

          # Whether the server can be read while it lasts.
          def readable? = false

          # Ends its own helpers. Safe at any time.
          def close = nil

          private

          def server = @servers[@at]
        end

        # The server is killed.
        class Kill < Base
          def begin = server.signal("KILL")
        end

        # The server is stopped, and continues.
        class Stop < Base
          def begin = server.signal("STOP")
          def end = server.signal("CONT")
        end

        # The server is killed, and started again in its place.
        class Restart < Base
          def begin = server.signal("KILL")
          def end = @servers.restart(@at)
        end

        # The replies of the server are delayed by a proxy, which is in front of it from the start.
        class Slow < Base
          def initialize(*)
            super
            @delay = Delay.new(@outage.delay_s)
            @proxy = Proxy::Server.start(server.access, certificate: server.certificate, filter: @delay)
          end

          def addresses = super.dup.tap { |all| all[@at] = @proxy.address }
          def begin = @delay.on = true
          def end = @delay.on = false
          def readable? = true
          def close = @proxy.stop

          # A proxy's filter that delays replies while it is on.
          class Delay
            # true or false.
            attr_writer :on

            #: (Numeric) -> void
            def initialize(seconds)
              @seconds = seconds
              @on = false
            end

            # The proxy calls this.
            #: (Proxy::Chunk) -> String | Array
            def call(chunk) = @on && chunk.side == "server" ? [@seconds, chunk.bytes] : chunk.bytes
          end
          private_constant :Delay
        end

        # The server is killed. Clients know it by a name, which leads to another server from then on, at the same port.
        class Move < Base
          NAME = "cachemark-server"

          def initialize(*)
            super
            @names = Host::Names.new(@keeper, NAME => server.access.address.host)
            @next = @servers.second(@at)
          end

          def addresses = super.dup.tap { |all| all[@at] = "#{NAME}:#{server.port}" }
          def inside = @names
          def readable? = true

          # The name changes first, so that it never leads to a server that is gone.
          def begin
            @names.lead(NAME, @next.access.address.host)
            server.signal("KILL")
            @servers.replace(@at, @next)
          end
        end

        KINDS = { "kill" => Kill, "stop" => Stop, "restart" => Restart, "slow" => Slow, "move" => Move }.freeze
        private_constant :KINDS

        #: (Servers, Plan::Outage, Host::Keeper) -> Base
        def self.of(servers, outage, keeper) = KINDS.fetch(outage.incident.name).new(servers, outage, keeper)

        # Raises Trouble if this machine cannot make the incident happen.
        #: (Plan::Outage, Host::Keeper) -> void
        def self.check(outage, keeper)
          Host::Names.check(keeper) if outage.incident.name == "move"
        end
      end
    end
  end
end
