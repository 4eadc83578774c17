# frozen_string_literal: true

module Cachemark
  module Lab
    # What is looked at once a run for each cell, in a process that has measured all it will, so
    # that nothing of it is in a figure: a proof as long as a block, then the work through proxies,
    # held against what the servers counted while it was timed.
    class Look
      #: (rig: Rig, writer: Record::Writer, proving: Proving) -> void
      def initialize(rig:, writer:, proving:)
        @writer = writer
        @long_proof = LongProof.new(proving)
        @tapping = Tapping.new(rig: rig, writer: writer)
        @observed = {}
      end

      # Nil, or why the cell has no speed: [status, reason]. Raises what a lost driver raises.
      #: (Bout, Driver::Session, String) -> [String, String]?
      def prove(bout, session, process) = @long_proof.once(bout, session, process)

      # The same. A driver that is lost over it has measured all the same.
      #: (Bout, Driver::Session, String) -> [String, String]?
      def observe(bout, session, process)
        return if @observed.key?(bout.id)

        @observed[bout.id] = true
        @tapping.once(bout.cell, session, process)
        departure = departure(bout)
        ["invalid", departure] if departure
      end

      private

      def departure(bout)
        record = @writer.record
        blocks, works = [record.blocks, record.works].map { |lines| lines.select { |line| line["cell"] == bout.id } }
        Stats::TimedTraffic.departure(bout.cell.facts, blocks, works)
      end
    end
  end
end
