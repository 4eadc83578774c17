# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `outage`: runs of each contender in random order, in each of which the same incident happens to one of fresh
    # servers. All contenders get the same calls in runs with the same number.
    class Outage < Loop
      # - outage: Plan::Outage. limits: those of its report, by their names in the record.
      Task = Value.define(:seed, :outage, loop: self, **SHARED, limits: {}.freeze) do
        include Loop::Task
        def open_loop? = true
        def options = { **limits, **outage.facts }
        def seconds = outage.for_s * outage.repeats * cells.size
      end

      # Seconds of a run in addition to its calls.
      OVERHEAD_S = 1.5
      private_constant :OVERHEAD_S

      private

      def extent = { total_s: @task.cells.size * outage.repeats * (outage.for_s + OVERHEAD_S) }

      def outage = @task.outage

      def perform
        @participants.drop_unavailable
        Incidents.check(outage, @engine.keeper)
        random = Random.new(@task.seed)
        outage.repeats.times do |number|
          calls = traffic(number)
          @participants.live.shuffle(random: random).each do |state|
            break if @stop.requested?

            run(state.cell, number, calls)
          end
        end
      end

      # The calls of the runs with a number, in the record.
      def traffic(number)
        calls = Plan::Outage::Traffic.of(outage, @task.seed + number)
        @writer.add("traffic", run: number, seed: @task.seed + number, **calls.to_wire)
        calls
      end

      def run(cell, number, calls)
        @live.notify(:cell, cell: cell)
        found = Run.new(@engine, outage, calls).call(cell, "r#{number}.#{cell.lane}")
        return @participants.drop(cell, *found) if found.is_a?(Array)

        @writer.add("outage", cell: cell.id, run: number, at_s: @clock.call.round(4), **found)
      rescue Driver::Failure => error
        @participants.drop(cell, "failed", error.message)
      end

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
            @proxy = Proxy::Server.start(server.access, certificate: server.certificate, filter: @delay, keeper: @keeper)
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

      # Reads which server has the newest value of each key, as the servers hold them.
      class KeyHomes
        VERSION = /\|(\d+)\|/n
        private_constant :VERSION

        #: (Plan::Outage::Keys) -> void
        def initialize(keys)
          @keys = keys.names
        end

        # An entry for each key: the number of the server, from 0; nil if none of these has it. Servers that cannot be read are
        # nil. The whole is nil if this client's keys cannot be recognised on the servers, or if one does not reply.
        #: (Array[Host::Server?]) -> Array[Integer?]?
        def read(servers)
          readers = servers.map { |server| server&.reader }
          @prefix ||= prefix(readers.compact) or return
          versions = readers.map { |reader| reader ? versions(reader) : {} }
          @keys.map do |key|
            held = versions.each_index.select { |at| versions[at][key] }
            held.max_by { |at| versions[at][key] }
          end
        rescue Host::ServerReader::Silent
          nil
        end

        private

        # The text that a client puts before its keys (a namespace).
        def prefix(readers)
          name = readers.flat_map(&:keys).find { |one| one.end_with?(*@keys) } or return
          name.delete_suffix(@keys.find { |key| name.end_with?(key) })
        end

        def versions(reader)
          texts = reader.values(@keys.map { |key| @prefix + key })
          texts.transform_keys { |name| name.delete_prefix(@prefix) }.transform_values { |text| text && text[VERSION, 1].to_i }
        end
      end

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
