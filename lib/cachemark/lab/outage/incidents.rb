# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # Makes incidents happen to one of a run's servers: `begin`, and `end` if the incident ends before the run.
      module Incidents
        # What all incidents have in common.
        class Base
          #: (Servers, Plan::Outage) -> void
          def initialize(servers, outage)
            @servers = servers
            @at = outage.struck - 1
            @outage = outage
          end

          # The addresses for clients.
          #: () -> Array[String]
          def addresses = @servers.ring.addresses

          # The servers whose content can be read while it lasts, nil for others.
          #: () -> Array[Host::Server?]
          def readable = @servers.ring.servers.each_with_index.map { |server, at| server unless at == @at }

          # The same when the run has ended.
          def readable_at_end = @outage.end_s ? @servers.ring.servers : readable

          # The incident is over, also if its run was ended.
          def close = nil

          private

          def server = @servers[@at]
        end

        # The server is killed.
        class Kill < Base
          def begin = server.signal("KILL")
        end

        KINDS = { "kill" => Kill }.freeze
        private_constant :KINDS

        #: (Servers, Plan::Outage) -> Base
        def self.of(servers, outage) = KINDS.fetch(outage.incident.name).new(servers, outage)
      end
    end
  end
end
