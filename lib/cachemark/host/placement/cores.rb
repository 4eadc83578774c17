# frozen_string_literal: true

module Cachemark
  module Host
    class Placement
      # The cores that this process is allowed to use, and who gets which.
      class Cores
        #: (Hash[String, Object]) -> void
        def initialize(facts)
          @allowed = facts.fetch("allowed_cpus").sort
          @siblings = facts["core_siblings"] || []
        end

        #: (String) -> Placement
        def placement(name)
          return alone(name) if @allowed.size == 1 && name != "unpinned"

          case name
          when "one-core" then build(name, [measured], [measured])
          when "two-core" then build(name, [second], [measured])
          when "spread" then spread
          when "unpinned" then build(name, @allowed, @allowed, own: @allowed).unpinned("that was asked for")
          end
        end

        private

        # The middle one. Not core 0, which serves most interrupts; not the last, which is a
        # slow one on processors that have two kinds.
        def measured = @allowed[@allowed.size / 2]

        # For the server of two-core: another physical core if there is one, and not core 0 either.
        def second
          others = @allowed - [measured]
          (others - siblings(measured) - [@allowed.first]).first || (others - siblings(measured)).first || others.first
        end

        # Closed-loop numbers under spread do not repeat well; it is for many connections at once.
        def spread
          drivers = @allowed - [measured]
          build("spread", [measured], drivers, own: drivers,
                                               note: "drivers move over cores (#{Placement.list(drivers)}), so rows repeat badly")
        end

        def build(name, server, drivers, own: nil, note: nil)
          own, shared = own ? [own, nil] : own_cpus(server | drivers)
          Placement.new(name: name, server_cpus: server, driver_cpus: drivers, own_cpus: own, pinned: true,
                        note: [note, shared].compact.join("; ").then { |text| text unless text.empty? })
        end

        # cachemark keeps off the measured cores and, where it can, off their hyperthreads.
        def own_cpus(busy)
          quiet = @allowed - busy - busy.flat_map { |cpu| siblings(cpu) }
          return [quiet, nil] if quiet.any?

          idle = @allowed - busy
          idle.any? ? [idle, nil] : [@allowed, "no core is left for cachemark itself: it shares the measured ones"]
        end

        def siblings(cpu) = @siblings.find { |group| group.include?(cpu) } || [cpu]

        def alone(name)
          Placement.new(name: name, server_cpus: @allowed, driver_cpus: @allowed, own_cpus: @allowed, pinned: true,
                        note: "only core #{@allowed.first} is allowed: server, drivers and cachemark share it")
        end
      end
    end
  end
end
