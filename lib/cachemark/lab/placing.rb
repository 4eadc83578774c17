# frozen_string_literal: true

module Cachemark
  module Lab
    # Which cores all rows of a job run on. On one core the server and its clients take turns, so
    # that what should happen at the same time would not.
    module Placing
      USUAL = "one-core"
      APART = "two-core"
      private_constant :USUAL, :APART

      class << self
        # `asked` is what the user said, or nil; `facts` are the machine's.
        #: (String?, Job, Hash[String, Object]) -> Host::Placement
        def choose(asked, job, facts)
          modes = job.cells.map(&:mode).uniq.reject { |mode| Vocabulary::Mode.of(mode).sync? }
          placement = Host::Placement.choose(asked || (modes.any? || job.open_loop ? APART : USUAL), facts)
          modes.any? && placement.pinned ? noted(placement, asked, modes) : placement
        end

        private

        def noted(placement, asked, modes)
          why = "#{modes.join(", ")} #{modes.one? ? "is" : "are"} concurrent"
          shared = placement.server_cpus == placement.driver_cpus
          note = if shared && asked then "server and clients take turns on one core (--placement #{asked}), although #{why}"
                 elsif !shared && !asked then "placement #{placement.name} for all rows, because #{why}"
                 end
          note ? placement.with(note: [note, placement.note].compact.join("; ")) : placement
        end
      end
    end
  end
end
