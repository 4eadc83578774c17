# frozen_string_literal: true

module Cachemark
  module Plan
    # Which cells cannot be measured.
    module CellRules
      # Which modes cannot be asked for: those that nobody has, those that a client's own documentation
      # warns of, and those with more workers than there is to do.
      module Modes
        class << self
          # Raises Usage; `unsafe` says that warnings were heard, `iterations` how many each row is to make, where
          # that is said.
          #: (Array[Cell], ?unsafe: bool, ?iterations: Integer?) -> void
          def check(cells, unsafe: false, iterations: nil)
            cells.select(&:shown).group_by(&:mode).each { |mode, own| refuse_unknown(mode, own) if own.all?(&:refusal) }
            refuse_unsafe(cells.reject(&:refusal)) unless unsafe
            refuse_idle(cells, iterations) if iterations
            refuse_crowd(cells.select { |cell| cell.scenario.pairs })
          end

          private

          def refuse_unknown(mode, cells)
            raise Usage.new("--mode #{mode}: #{cells.map(&:refusal).uniq.join("; ")}",
                            try: "name a mode that one of these contenders has")
          end

          def refuse_unsafe(cells)
            warned = cells.filter_map { |cell| warning(cell) }.uniq
            return if warned.empty?

            raise Usage.new(warned.first(2).join("\n"), try: "--unsafe measures it, and a footnote says so")
          end

          # A block in which some have nothing to do is not of that mode.
          def refuse_idle(cells, iterations)
            most = cells.max_by(&:hands)
            return if most.nil? || most.hands <= iterations

            raise Usage.new("--iterations #{iterations} does not give each worker of #{most.mode} one",
                            try: "measure at least #{most.hands}")
          end

          # Each worker has its own pairs.
          def refuse_crowd(cells)
            crowd = cells.find { |cell| cell.workers > cell.scenario.pairs.count } or return
            raise Usage.new("#{crowd.mode} has more workers than there are pairs (#{crowd.scenario.pairs.count})",
                            try: "take fewer workers, or more pairs (--data)")
          end

          def warning(cell)
            line = cell.contender.unsafe(cell.mode)
            "#{cell.contender.id} is not safe in mode #{cell.mode}: #{line.unsafe} (#{line.source})" if line
          end
        end
      end

      # Keys on a server of somebody else's: each cell's have a prefix of their own, and a
      # namespace comes before that. A key that grows beyond memcached's limit is refused, or
      # silently hashed, by the client.
      module ForeignKeys
        # Bytes of a cell's prefix: four of the run, three or more of the cell, a colon.
        PREFIX_BYTES = 8
        # The most that memcached takes.
        MOST_BYTES = 250

        # The first cell with a key that would be too long, that key's name and its bytes; nil for none.
        #: (Array[Cell]) -> [Cell, String, Integer]?
        def self.too_long(cells)
          cells.each do |cell|
            name, bytes = longest(cell)
            return [cell, name, bytes] if bytes && bytes + before(cell) > MOST_BYTES
          end
          nil
        end

        # [name, bytes] of a cell's longest key.
        def self.longest(cell)
          return ["of a pair", cell.scenario.pairs.key_bytes] if cell.scenario.pairs

          keys = (cell.worker_keys || [cell.scenario.keys]).flat_map(&:to_a)
          keys.map { |name, key| [name, key.bytesize] }.max_by(&:last)
        end
        private_class_method :longest

        # A client puts a colon between namespace and key.
        def self.before(cell)
          namespace = cell.contender.options["namespace"]
          PREFIX_BYTES + (namespace ? namespace.bytesize + 1 : 0)
        end
        private_class_method :before
      end
    end
  end
end
