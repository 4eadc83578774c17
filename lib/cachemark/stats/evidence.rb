# frozen_string_literal: true

module Cachemark
  module Stats
    # A record's lines by what they are about, so that each cell finds its own at once.
    class Evidence
      # Array[Hash]: the record's cells, in the order in which reports print them.
      attr_reader :cells

      # Hash: the record's first line.
      attr_reader :run

      # Integer: servers of the ring.
      attr_reader :servers

      #: (Record) -> void
      def initialize(record)
        @run = record.run
        @cells = record.cells
        @servers = record.run.dig("options", "servers") || 1
        @works = record.works.group_by { |work| work["cell"] }
        @in_flights = record.in_flights.to_h { |line| [line["cell"], line] }
        unobserved = record.events.select { |event| event["kind"] == "unobserved" }
        @unobserved = unobserved.to_h { |event| event.values_at("cell", "message") }
        @blocks = record.blocks.group_by { |block| block["cell"] }
        @proofs = record.proofs.group_by { |proof| proof["cell"] }
        @processes = record.processes.to_h { |process| [process["process"], process] }
        @contender_processes = record.processes.group_by { |process| process["contender"] }
        @failures = record.failures.each_with_index.with_object({}) do |(failure, at), first|
          first[failure["cell"] ? [:cell, failure["cell"]] : [:contender, failure["contender"]]] ||= [failure, at]
        end
        @environments = record.environments.to_h { |environment| [environment["contender"], environment] }
      end

      # The timed blocks of a cell.
      #
      #: (Hash) -> Array[Hash]
      def blocks(cell) = @blocks.fetch(cell["cell"], [])

      # The proofs of a cell, one for each process that served it.
      #
      #: (Hash) -> Array[Hash]
      def proofs(cell) = @proofs.fetch(cell["cell"], [])

      # What the proxy saw of a cell, an iteration each.
      #
      #: (Hash) -> Array[Hash]
      def work(cell) = @works.fetch(cell["cell"], [])

      # How many of a cell's calls waited at once; nil where that was not looked at.
      #
      #: (Hash) -> Hash?
      def in_flight(cell) = @in_flights[cell["cell"]]

      # How many calls of a concurrent cell waited for their replies at the same time: {seen:, of:}; nil where that is
      # unknown.
      #
      #: (Hash) -> Hash[Symbol, Integer]?
      def calls_in_flight(cell)
        line = in_flight(cell)
        { seen: line["seen"], of: line["of"] }.freeze if line && line["seen"]
      end

      # Why the work of a cell could not be looked at through the proxy; nil where it was, or was not tried.
      #
      #: (Hash) -> String?
      def unobserved(cell) = @unobserved[cell["cell"]]

      # The environment of a cell's contender; an empty Hash for one that could not be built.
      #
      #: (Hash) -> Hash
      def environment(cell) = @environments.fetch(cell["contender"], {})

      # What a process that served the cell said it had loaded; an empty Hash before the first.
      #
      #: (Hash) -> Hash
      def process(cell)
        block = blocks(cell).first
        @processes[block && block["process"]] || @contender_processes.fetch(cell["contender"], [{}]).first
      end

      # The first failure that names the cell, or its whole contender; nil if none does.
      #
      #: (Hash) -> Hash?
      def failure(cell)
        [@failures[[:cell, cell["cell"]]], @failures[[:contender, cell["contender"]]]].compact.min_by(&:last)&.first
      end
    end
  end
end
