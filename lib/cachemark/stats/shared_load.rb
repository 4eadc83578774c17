# frozen_string_literal: true

module Cachemark
  module Stats
    # The rows of an open loop that several hosts made together, against the same servers: each cell at each rate of all hosts
    # together. The calls of all hosts are in one histogram. Percentiles are never averaged. Only blocks that all hosts made at
    # the same time count.
    class SharedLoad
      # The work in the blocks of a row, as {counter => number}: what the servers counted, and what all hosts made, at least and
      # at most. `cpu` is the share of a core that the busiest server used, of `threads`. `apart_ns` is how far apart the
      # beginnings of a block were at most, and `clock_error_ns` by how much that may be wrong.
      Tally = Value.define(:counted, :least, :most, :cpu, :threads, :apart_ns, :clock_error_ns)

      # The part of one host in a row. Its figures are those of Row; `cpu` is the share of a core that its driver used.
      OfHost = Value.define(:host, :rate, :achieved, :fell_behind, :utilisation, :late_p99_ns, :late_max_ns, :processes, :blocks,
                            :percentiles, :intervals, :cpu)

      # A core or a worker that was busy for this share of the time was the limit.
      BUSY = 0.9
      private_constant :BUSY

      #: (Record) -> void
      def initialize(record)
        @record = record
        @evidences = record.hosts.transform_values { |own| Evidence.new(own) }
        @due = record.hosts.transform_values { |own| OpenLoop::Rows.due(own) }
        @tallies = record.tallies.reject { |tally| tally["failed"] }.to_h { |tally| [tally["step"], tally] }
      end

      #: () -> Array[OpenLoop::Row]
      def to_a = first.cells.flat_map { |cell| rows(cell) }.freeze

      private

      def first = @evidences.values.first

      # How many hosts make the load.
      def wanted = @record.run.dig("options", "hosts")

      def rows(cell)
        known = { **head(cell), footnotes: Notes::Footnotes.new(first).of(cell, nil) }
        return [OpenLoop::Row.new(**known)] unless known[:status] == "ok"

        steps = steps(cell)
        @record.run.dig("options", "rates").map { |rate| row({ **known, rate: rate * wanted }, steps.fetch(rate, [])) }
      end

      # A cell that one host could not measure has no figures. The reason is that of this host, not of those that followed it.
      def head(cell)
        heads = @evidences.to_h { |id, evidence| [id, evidence.head(cell)] }
        failed = heads.reject { |_, head| head[:status] == "ok" }
        host, head = failed.find { |_, head| head[:reason] != Vocabulary::ELSEWHERE } || failed.first || heads.first
        head[:status] == "ok" || @evidences.one? ? head : { **head, reason: Remark[:on_host, host: host, note: head[:reason]] }
      end

      # {rate of a host => [{host => block} of each step of all hosts]}
      def steps(cell)
        all = @evidences.flat_map { |id, evidence| evidence.blocks(cell).map { |block| [id, block] } }
        whole = all.group_by { |_, block| block["step"] }.select { |step, own| own.size == wanted && @tallies.key?(step) }
        whole.values.map(&:to_h).group_by { |blocks| blocks.values.first["rate"] }
      end

      def row(known, steps)
        return OpenLoop::Row.new(**known, status: "failed", reason: Evidence::UNMEASURED, reached: false) if steps.empty?

        tallies = steps.map { |step| @tallies.fetch(step.values.first["step"]) }
        tally = tally(tallies)
        hosts = steps.first.keys.map { |id| of_host(id, steps.map { |step| step.fetch(id) }, known[:mode]) }
        wrong = wrong(tallies)
        return OpenLoop::Row.new(**known, status: "invalid", reason: wrong, tally: tally, hosts: hosts.freeze) if wrong

        figures = together(steps, hosts, known)
        notes = [*OpenLoop::Rows.footnotes(figures), (limit(tally, hosts, known) if figures[:fell_behind]), *known[:footnotes]]
        OpenLoop::Row.new(**known, **figures, tally: tally, hosts: hosts.freeze, footnotes: notes.compact.freeze)
      end

      # The unit is a step: fresh processes on all hosts. A host that takes longer slows down only its share of the calls.
      def together(steps, hosts, known)
        blocks = steps.flat_map { |step| step.map { |id, block| [id, { **block, "process" => block["step"] }] } }
        figures = OpenLoop::Rows::Figures.new(blocks.map { |id, block| [block, @due.fetch(id)] }, known[:mode], hosts: wanted)
        achieved = hosts.sum(&:achieved)
        { **figures.to_h, achieved: achieved, fell_behind: achieved < OpenLoop::Rows::Figures::KEPT_UP * known[:rate] }
      end

      def of_host(id, blocks, mode)
        own = OpenLoop::Rows::Figures.new(blocks.map { |block| [block, @due.fetch(id)] }, mode).to_h
        used = blocks.sum { |block| block["user_ns"].to_i + block["system_ns"].to_i }
        OfHost.new(host: id, cpu: used.fdiv(blocks.sum { |block| block["wall_ns"] }), **own)
      end

      def tally(own)
        sums = %w[counted least most].to_h { |name| [name.to_sym, own.map { |tally| tally[name] }.reduce { |a, b| added(a, b) }] }
        clocks = own.map { |tally| tally["hosts"].filter_map { |host| host["clock_error_ns"] }.max(2).sum }
        Tally.new(**sums, cpu: own.sum { |tally| tally["cpu"] } / own.size, threads: own.first["threads"],
                          apart_ns: own.map { |tally| apart(tally) }.max, clock_error_ns: clocks.max)
      end

      def added(one, other) = one.merge(other) { |_, mine, theirs| mine + theirs }

      # Between the first and the last host that began a block.
      def apart(tally)
        late = tally["hosts"].filter_map { |host| host["late_ns"] }
        late.max - late.min
      end

      # Why the row has no figures; nil if each call has arrived.
      def wrong(tallies)
        wrong = tallies.find { |tally| tally["wrong"] } or return
        Remark[:other_work, **wrong["wrong"].transform_keys(&:to_sym)]
      end

      # The limit of a load that fell behind. A server uses no more threads than it has connections.
      def limit(tally, hosts, known)
        connections = wanted * Vocabulary::Mode.of(known[:mode]).workers
        threads = [tally.threads, connections].compact.min
        return Remark[:server_limit, cpu: tally.cpu, threads: threads] if tally.cpu >= BUSY * threads

        behind = hosts.select(&:fell_behind)
        busy = behind.select { |host| host.cpu >= BUSY }
        return Remark[:host_limit, hosts: busy.map(&:host)] if busy.any?

        waiting = behind.select { |host| host.utilisation >= BUSY }
        waiting.any? ? Remark[:worker_limit, hosts: waiting.map(&:host)] : Remark[:no_limit, cpu: tally.cpu]
      end
    end
  end
end
