# frozen_string_literal: true

module Cachemark
  module Stats
    # The connections of a record: the networks that they went through, how long calls waited for one of a pool, and how
    # long new clients took to have one.
    module Connections
      # The networks of a record: what contenders asked for, and how exact they were. An error of a network is how late a piece
      # of bytes arrived, at most.
      module Networks
        # Options of an endpoint that are about its network.
        OPTIONS = %w[rtt bandwidth].freeze
        private_constant :OPTIONS

        class << self
          # {rtt:, bandwidth:, out:, in:}: the words of the options, and the figures of each direction; nil without a network.
          # `lines` are those of the record about it.
          #: (Hash, Array[Hash]) -> Hash[Symbol, Object]?
          def of(cell, lines)
            asked = options(cell) or return
            { **asked.transform_keys(&:to_sym), **errors(lines) }.freeze
          end

          # A remark about each network, in the order of the cells. One that carried calls and had reported nothing
          # when the run ended, as after a crash, has an unknown error.
          #: (Record) -> Array[Remark]
          def remarks(record)
            contenders = record.cells.group_by { |cell| options(cell) }.except(nil)
            contenders.filter_map do |asked, cells|
              ids = cells.map { |cell| cell["contender"] }
              found = errors(record.networks.select { |line| ids.include?(line["contender"]) })
              next Remark[:network_errors, options: asked, **found] if found.any?

              Remark[:network_unknown, options: asked] if record.ending.any? && used?(record, cells)
            end
          end

          private

          # Whether anything went through the network of these cells.
          def used?(record, cells)
            ids = cells.map { |cell| cell["cell"] }
            [*record.blocks, *record.works].any? { |line| ids.include?(line["cell"]) }
          end

          def options(cell)
            asked = (cell["endpoint"] || {}).slice(*OPTIONS)
            asked if asked.any?
          end

          # {out: {count:, p50_us:, p99_us:, max_us:}, in: ...}; empty without lines. A percentile is nil if too few pieces were
          # later.
          def errors(lines)
            return {} if lines.empty?

            %w[out in].to_h { |direction| [direction.to_sym, figures(lines.flat_map { |line| line["errors"].fetch(direction) })] }
          end

          def figures(tallies)
            histogram = tallies.each_with_object(Latencies::Histogram.new) { |(us, times), all| all.record(us, times) }
            { count: histogram.count, p50_us: histogram.percentile(50), p99_us: histogram.percentile(99), max_us: histogram.max }
          end
        end
      end

      # How long the calls of a cell waited for a connection of their pool, over all processes.
      module PoolWaits
        PERCENTILES = %i[p50_ns p99_ns max_ns].freeze
        private_constant :PERCENTILES

        # {size:, pools:, calls:, waited:, timeouts:, mean_ns:, p50_ns:, p99_ns:, max_ns:} of the `pool` lines of a cell, nil
        # without any. `size` is that of each of the `pools`, nil without a limit. `waited` is the share of the calls that found
        # no free connection; it and `timeouts` are nil if calls never wait.
        #: (Array[Hash]) -> Hash[Symbol, Numeric?]?
        def self.of(lines)
          histogram = Latencies.histogram(lines, "waits")
          figures = Latencies.figures(histogram)
          return unless figures[:count].positive?

          waited, timeouts = %w[waited timeouts].map { |name| total(lines, name) }
          { size: lines.first["size"], pools: lines.first.fetch("pools", 1), calls: figures[:count],
            waited: waited&.fdiv(figures[:count]), timeouts: timeouts,
            mean_ns: histogram.mean, **figures.slice(*PERCENTILES) }.freeze
        end

        # Whether calls can wait for a connection of such pools.
        #: (Hash[Symbol, Numeric?]) -> bool
        def self.patient?(pool) = !pool[:waited].nil?

        def self.total(lines, name) = (lines.sum { |line| line[name] } if lines.all? { |line| line[name] })
        private_class_method :total
      end

      # How long new clients take until they have a first reply.
      module FirstReplies
        # Of a contender: `wall_ns` is the mean over processes of the median over the new clients of a process. `clients` is
        # the number of all of them.
        Row = Value.define(:contender, :wall_ns, :interval, :processes, :clients) do
          # Half the width of the interval, as a share of the figure; nil without one.
          #: () -> Float?
          def precision = Stats::Row.half_width(interval)
        end

        # In the order of the record's contenders.
        #: (Record) -> Array[Row]
        def self.of(record)
          known = record.first_replies.reject { |line| line["ns"].empty? }
          known.group_by { |line| line["contender"] }.map do |contender, lines|
            logs = lines.map { |line| Math.log(Median.of(line["ns"])) }
            Row.new(contender: contender, wall_ns: Interval.middle(logs), interval: Interval.of(logs), processes: logs.size,
                    clients: lines.sum { |line| line["ns"].size })
          end
        end
      end
    end
  end
end
