# frozen_string_literal: true

module Cachemark
  # Computes what a record shows: figures, verdicts and remarks. Pure, and without English sentences: remarks are facts,
  # which Report::Sentences puts into words. This file has what several of its parts share.
  module Stats
    # A remark for readers of a report. `id` is its kind; `facts` has the numbers, names and lists of its sentence. `detail`
    # is another remark with figures of this row only. `about` is the contender that the remark is true of, or "both", where
    # readers would not know. A `minor` remark belongs in the table of work, but not in a table of speeds.
    class Remark < Value.define(:id, facts: {}.freeze, detail: nil, about: nil, minor: false)
      # Takes the facts as keywords.
      #: (Symbol, ?detail: Remark?, ?about: String?, ?minor: bool, **Object) -> Remark
      def self.[](id, detail: nil, about: nil, minor: false, **facts)
        new(id: id, facts: facts.freeze, detail: detail, about: about, minor: minor)
      end

      # A sentence that the record contains as text.
      #: (String) -> Remark
      def self.recorded(text) = self[:recorded, text: text]

      # From a record, which keeps the members of a remark.
      #: (Hash | String | nil) -> Remark | String | nil
      def self.read(kept)
        return kept unless kept.is_a?(Hash)

        new(id: kept["id"].to_sym, facts: kept["facts"].transform_keys(&:to_sym).freeze)
      end

      # The remark without its detail, which is what rows that share it have in common.
      #: () -> Remark
      def without_detail = with(detail: nil)
    end

    # The facts in a record's first line, for the values that reports are made of.
    module RunFacts
      # The members that are those of the record.
      #: (Record) -> Hash[Symbol, Object]
      def self.of(record) = { run: record.run, environments: record.environments, outcome: record.ending["outcome"] }

      # Integer: what its times per call mean (TimeMethod); nil if it has none.
      def time_method = (TimeMethod.of(run) if TimeMethod.timed?(run))

      # String: the command that made the record.
      def command = run["command"]

      # String: the version of Cachemark that measured.
      def version = run["version"]

      # Hash: id, title, layout, iterations ... of the suite.
      def suite = run["suite"] || {}

      # Hash: the command's options.
      def options = run["options"] || {}

      # Array[Hash]: the names and values of each dimension that was swept.
      def sweeps = options["sweeps"] || []

      # Hash: os, cpu, cores ... of the machine.
      def machine = run["machine"] || {}

      # Hash: argv, version ... of memcached.
      def server = run["server"] || {}

      # Hash: which cores were used, and whether anything is pinned.
      def placement = run["placement"] || {}
    end

    # The result of a comparison in one metric. `verdict` is "faster", "slower", "same", "unresolved" or "invalid". `effect`
    # is the cost ratio - 1 (positive costs more), `interval` its [low, high]. `resolution` is the smallest slowdown that
    # this run would have detected with 95 % probability. `left_out` pairs do not count (Disturbed), nil for none. `costs`
    # are [baseline, contender] per call in `unit`. `label` is the scenario's. `identical`: both ran the same code with the
    # same options; the verdict does not depend on it. `hosts` are the verdicts of several hosts (OverHosts::OfHost), and
    # `spread` the standard deviation of their changes.
    Verdict = Value.define(:contender, :baseline, :scenario, :mode, :metric, :verdict,
                           comparison: nil, label: nil, effect: nil, interval: nil, resolution: nil, reason: nil,
                           pairs: 0, left_out: nil, p: nil, costs: nil, unit: "ns", footnotes: [].freeze, identical: false,
                           hosts: [].freeze, spread: nil) do
      # Whether the verdict says anything about the contender's speed.
      def decided? = %w[faster slower same].include?(verdict)

      # Whether the contender surely costs more than this share: the whole interval is above it.
      #: (Float) -> bool
      def above?(share) = !interval.nil? && interval.first > share

      # Whether the contender surely costs less than this share more: the whole interval is below it.
      #: (Float) -> bool
      def below?(share) = !interval.nil? && interval.last < share

      # Whether only such large changes were detectable that a figure would mislead.
      def insensitive? = !resolution.nil? && resolution > Verdict::INSENSITIVE

      # Half the width of the interval, as a share; nil without one.
      #: () -> Float?
      def half_width = interval && ((interval.last - interval.first) / 2)
    end

    # With a resolution above this, next to nothing is detectable.
    Verdict::INSENSITIVE = 0.5

    # The A/A check: how far apart two fresh processes of the baseline were. `interval` decides `moved`. If the check moved,
    # the intervals of its scenario and metric are wider by `effect`. By method 1 (TimeMethod), there is no verdict.
    Noise = Value.define(:contender, :scenario, :mode, :metric,
                         label: nil, effect: nil, interval: nil, pairs: 0, moved: false)

    # Everything that a report of a comparison needs. Verdicts are in the order of the record's comparisons, one for each
    # metric. `notations` has the user's notation of each contender (id => notation). Hashes come from the record unchanged
    # (String keys).
    Comparison = Value.define(:run, :verdicts, noise: [].freeze, environments: [].freeze, outcome: nil, notes: [].freeze,
                              notations: {}.freeze) do
      include RunFacts

      # The verdicts of a record, whether its run has ended or not. `set` restricts them to the pairs of one set. `also` names
      # answers about time ([comparison, metric]) to show even if they contradict no other.
      # `sequential` takes the intervals that stay valid under peeking; it is the default if the run had `--for SHARE`. `only`
      # restricts them to the verdicts named by [comparison, metric], which are then the whole family.
      #: (Record, ?set: Integer?, ?sequential: bool?, ?only: Array[[String, String]]?, ?also: Array[[String, String]]) -> Comparison
      def self.of(record, set: nil, sequential: nil, only: nil, also: [])
        judgement = record.hosts.any? ? OverHosts : Judgement
        judgement.new(record, set: set, sequential: sequential, only: only, also: also).comparison
      end

      # {[cell, metric] => the processes that the verdicts on its counts need}, of cells whose counts differ between processes.
      # Judgement#needed has the rule.
      #: (Record) -> Hash[[String, String], Judgement::Needed]
      def self.needed(record) = TimeMethod.first?(record.run) ? {} : Judgement.new(record).needed

      # Whether every verdict in a timed metric is decided or known to within `share`, with intervals that stay valid under
      # peeking. This is the condition of `--for 1%`.
      #: (Record, Float) -> bool
      def self.precise?(record, share)
        timed = of(record, sequential: true).verdicts.reject { |verdict| Vocabulary::Metrics[verdict.metric].exact? }
        timed.any? && timed.all? do |verdict|
          verdict.decided? || verdict.verdict == "invalid" || (verdict.half_width && verdict.half_width <= share)
        end
      end
    end

    # The part that all tables of a record's cells share: of speeds, of work, of an open loop.
    module Listing
      include RunFacts

      # The members that every row has, and the members that have a default while they are unknown.
      NAMES = %i[contender client scenario mode status].freeze
      FACTS = { notation: nil, label: nil, section: nil, shown: true, reached: true, reason: nil, footnotes: [].freeze,
                version: nil, runtime: nil, server: nil, network: nil, versions: {}.freeze, file: nil, digest: nil,
                calls: nil }.freeze

      # Array[Row]: the rows that reports print. `socket` is measured but hidden if the user did not name it.
      def shown = rows.select(&:shown)

      # Array[Row]: the shown rows without those that the run did not reach because it was ended. Nothing is wrong with
      # those, and a note counts them. A run that went to its end skipped no row.
      def listed = outcome == "complete" ? shown : shown.select(&:reached)

      # Array[Section]: the listed rows of one contender each.
      def sections = Section.of(listed)
    end

    # One cell as reports print it. Times are Float ns per call. `status` is "ok", "invalid", "unavailable" or "failed", and
    # only "ok" has figures. Cost describes the times; by method 1 (TimeMethod), `wall_ns` has no collections and
    # `without_gc_ns` is nil. In a concurrent mode a time is the elapsed time divided by the calls of all workers. `left_out`
    # of `processes` were disturbed too much (Disturbed); nil for none. `hit_ratio` is {asked:, measured:}, if the scenario
    # asks for one. `in_flight` is {seen:, of:}: how many calls waited at once. `reached` is false for a cell that the run did
    # not reach before it ended.
    #
    # `pool` is how long calls waited for a connection (Connections::PoolWaits.of), nil if workers share no pool.
    # `warm_up` is how long compiled code took to settle, nil without a JIT compiler: {processes:, settled:, median_s:,
    # longest_s:, compiled_bytes:}.
    #
    # `dimensions` has the values of what was swept, as texts. `identical` are the contenders with the same code and options.
    # `vs_fastest` is its time over the least in its field; nil if it does not compete. `certain`: that difference is certain, or,
    # for the least, that to each other client.
    # `limit_ratio` is the ratio to the socket in C, nil without its row. `memory_bytes` is what its process held at the end.
    # `checked` is the published outcome of `check` for the contender (Catalog::Checks#of), nil if it was not checked.
    # `counts` are those that the user asked for, by metric. `stampede` is a Stampede, if the scenario is one.
    Row = Value.define(
      *Listing::NAMES, **Listing::FACTS, dimensions: {}.freeze, identical: [].freeze, vs_fastest: nil, certain: false,
      iterations: nil, processes: 0, blocks: 0, wall_ns: nil, interval: nil, without_gc_ns: nil, left_out: nil, mean_ns: nil,
      disturbance: nil, pass_ns: nil, user_ns: nil, system_ns: nil, cpu_s: nil, fastest_ns: nil, socket_ratio: nil,
      socket_ratio_interval: nil, limit_ratio: nil, limit_ratio_interval: nil, allocations: nil, gc_share: nil,
      memory_bytes: nil, hits: nil, misses: nil, hit_ratio: nil, latencies: nil, in_flight: nil, pool: nil, warm_up: nil,
      counts: {}.freeze, stampede: nil, checked: nil
    ) do
      # Half the width of an interval around a ratio or a cost, as a share.
      #: ([Float, Float]?) -> Float?
      def self.half_width(interval) = interval && (Math.sqrt(interval.last / interval.first) - 1)

      # The clients of a language compete in a scenario and a mode: their field.
      #: (String, String, String) -> [String, String, String]
      def self.field(scenario, mode, client) = [scenario, mode, client[%r{\A[^/]+}]]

      # Those of a field without the references, which only compete if there are no clients. The block returns the client of one.
      #: (Array[Object]) { (Object) -> String } -> Array[Object]
      def self.clients(all)
        clients = all.reject { |candidate| Vocabulary::References.include?(yield(candidate)) }
        clients.empty? ? all : clients
      end

      #: () -> [String, String, String]
      def field = Row.field(scenario, mode, client)

      #: () -> String
      def language = field.last

      # Whether it is certainly faster than all others of its field.
      def fastest? = vs_fastest == 1.0 && certain

      # Whether the row has figures.
      def ok? = status == "ok"

      # Whether exactly this number of iterations was measured.
      #: (Integer) -> bool
      def measured?(iterations) = ok? && self.iterations == iterations

      # Calls a second, of all workers; nil without figures.
      #: () -> Float?
      def calls_per_s = wall_ns && (1e9 / wall_ns)

      # CPU time of a call, user plus system; nil if a runtime does not report it.
      #: () -> Float?
      def cpu_ns = user_ns && system_ns && (user_ns + system_ns)

      # Half the width of the interval of the time, as a share (0.01 is 1 %); nil without an interval.
      #: () -> Float?
      def precision = Row.half_width(interval)

      # Whether the interval of the time is so wide that the time says too little.
      def imprecise? = !precision.nil? && precision > Row::IMPRECISE

      # The same for socket_ratio. `--for 1%` waits for this.
      #: () -> Float?
      def socket_ratio_precision = Row.half_width(socket_ratio_interval)
    end

    # If half the interval is wider than this share, a figure says too little.
    Row::IMPRECISE = 0.5
    # Members that no document has, because they decide what a report shows.
    Row::INTERNAL = %i[shown reached identical certain vs_fastest].freeze

    # Members that a document only has if they are known.
    Row::OPTIONAL = %i[packets counts server network warm_up spread askings dimensions hit_ratio pool stampede hosts
                       tally without_gc_ns left_out checked limit_ratio limit_ratio_interval memory_bytes].freeze

    # The rows of one contender (on one runtime) under its heading.
    Section = Value.define(:heading, :rows) do
      # Sections in the order of their first rows. Where two contenders share a heading, their ids distinguish them.
      #: (Array[Row]) -> Array[Section]
      def self.of(rows)
        groups = rows.group_by { |row| [row.section || row.contender, row.contender] }
        shared = groups.keys.map(&:first).tally
        groups.map do |(heading, contender), rows|
          new(heading: shared[heading] > 1 && heading != contender ? "#{heading} (#{contender})" : heading, rows: rows)
        end
      end
    end

    # The median of a list, which one extreme block cannot move.
    module Median
      # The median in the unit of the values; nil for an empty list.
      #: (Array[Numeric]) -> Numeric?
      def self.of(values)
        return if values.empty?

        sorted = values.sort
        middle = sorted.size / 2
        sorted.size.odd? ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0
      end
    end

    # Quantiles by linear interpolation between order statistics (R's type 7).
    module Quantile
      # The value below which `share` (0.0..1.0) of the list lies; nil for an empty list.
      #: (Array[Numeric], Float) -> Float?
      def self.of(values, share)
        return if values.empty?

        sorted = values.sort
        place = share * (sorted.size - 1)
        low = sorted[place.floor]
        low + ((sorted[place.ceil] - low) * (place - place.floor))
      end
    end
  end
end
