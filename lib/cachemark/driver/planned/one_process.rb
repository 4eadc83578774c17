# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # Workers in one process of a driver that offers their mode ("Modes" of protocol/spec.md).
      class OneProcess
        #: (Session, Vocabulary::Mode) -> void
        def initialize(session, mode)
          @session = session
          @mode = mode
        end

        # The Values of the next worker's cell: all have the same.
        #: (Array[Cell]) -> Values
        def values_after(cells) = cells.any? ? cells.first.values : Values.new(@session.hello)

        #: (Array[Cell], Numeric) -> Hash[String, Object]
        def open(cells, deadline_s)
          fields = { **cells.first.to_open, mode: @mode.name, shared: @mode.shared, workers: cells.map(&:plans) }
          @session.request("open", fields, deadline_s: deadline_s)
        end

        # As Workers#run.
        #: (Hash[Symbol, Object], Numeric) -> Hash[String, Object]
        def run(fields, deadline_s)
          fields = { **fields, values: fields[:values]&.compact&.first }.compact
          return one_by_one(fields, deadline_s) if @mode.shared && fields[:keep] == "none"

          @session.request("run", { batch: [*fields[:iterations], 1].max, **fields }, deadline_s: deadline_s)
        end

        #: (String, Numeric) -> void
        def close(id, deadline_s) = @session.request("close", { cell: id }, deadline_s: deadline_s)

        private

        # Untimed calls must not make a shared client connect more than once.
        def one_by_one(fields, deadline_s)
          iterations = fields[:iterations]
          iterations.each_index.map do |worker|
            own = iterations.each_with_index.map { |count, at| at == worker ? count : 0 }
            @session.request("run", { batch: 1, **fields, iterations: own }, deadline_s: deadline_s)
          end.last
        end
      end
    end
  end
end
