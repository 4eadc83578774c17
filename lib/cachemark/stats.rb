# frozen_string_literal: true

module Cachemark
  # What a record shows: figures, verdicts, and what is remarkable about them. Pure, and without a sentence of English:
  # remarks are facts, which Report::Sentences puts into words. This file has the values that several reports share.
  module Stats
    # Something worth saying. `id` says what it is, `facts` has the numbers, names and lists of its sentence. `detail` is
    # another remark with figures of this row only, `about` is the contender that it is true of, or "both", where a reader
    # would not know. A `minor` remark belongs in the table of work, but not in a table of speeds.
    class Remark < Value.define(:id, facts: {}.freeze, detail: nil, about: nil, minor: false)
      # Facts are keywords.
      #: (Symbol, ?detail: Remark?, ?about: String?, ?minor: bool, **Object) -> Remark
      def self.[](id, detail: nil, about: nil, minor: false, **facts)
        new(id: id, facts: facts.freeze, detail: detail, about: about, minor: minor)
      end

      # A sentence that the record has as it is.
      #: (String) -> Remark
      def self.recorded(text) = self[:recorded, text: text]

      # From a record, which keeps a remark as its members.
      #: (Hash | String | nil) -> Remark | String | nil
      def self.read(kept)
        return kept unless kept.is_a?(Hash)

        new(id: kept["id"].to_sym, facts: kept["facts"].transform_keys(&:to_sym).freeze)
      end

      # What rows that share it have in common.
      #: () -> Remark
      def bare = with(detail: nil)
    end

    # What a record's first line says about its run, for the values that reports are made of.
    module RunFacts
      # String: the command that made the record.
      def command = run["command"]

      # String: the Cachemark that measured.
      def version = run["version"]

      # Hash: id, title, layout, iterations ... of the suite.
      def suite = run["suite"] || {}

      # Hash: the command's options.
      def options = run["options"] || {}

      # Hash: os, cpu, cores ... of the machine.
      def machine = run["machine"] || {}

      # Hash: argv, version ... of memcached.
      def server = run["server"] || {}

      # Hash: which cores were used, and whether anything is pinned.
      def placement = run["placement"] || {}
    end

    # What a comparison found in one metric. `verdict` is "faster", "slower", "same", "unresolved"
    # or "invalid"; `effect` is the cost ratio - 1 (positive costs more), `interval` its [low, high],
    # `resolution` the smallest slowdown that this run would have detected with 95 % probability,
    # `costs` [baseline, contender] per call in `unit`. `label` is the scenario's. `identical`:
    # both ran the same code with the same options; the verdict does not depend on it.
    Verdict = Value.define(:contender, :baseline, :scenario, :mode, :metric, :verdict,
                           comparison: nil, label: nil, effect: nil, interval: nil, resolution: nil, reason: nil,
                           pairs: 0, p: nil, costs: nil, unit: "ns", footnotes: [].freeze, identical: false) do
      # Whether it says anything about the contender's speed.
      #: () -> bool
      def decided? = %w[faster slower same].include?(verdict)

      # Whether it surely costs more than this share: the whole interval lies above it.
      #: (Float) -> bool
      def above?(share) = !interval.nil? && interval.first > share

      # Whether it surely costs less than this share more: the whole interval lies below it.
      #: (Float) -> bool
      def below?(share) = !interval.nil? && interval.last < share

      # Whether so little was detectable that a figure for it would mislead.
      #: () -> bool
      def blind? = !resolution.nil? && resolution > Verdict::BLIND

      # Half the width of the interval, as a share; nil without one.
      #: () -> Float?
      def half_width = interval && ((interval.last - interval.first) / 2)
    end

    # A resolution beyond this detects next to nothing.
    Verdict::BLIND = 0.5

    # The A/A check: how far apart two fresh processes of the baseline were where nothing differs. `interval` decides
    # `moved`. Where it moved, no verdict of that scenario and metric can be trusted.
    Noise = Value.define(:contender, :scenario, :mode, :metric,
                         label: nil, effect: nil, interval: nil, pairs: 0, moved: false)

    # Everything that a report needs of a comparison. Verdicts are in the order of the record's comparisons, one for each
    # metric; `notations` says how the user wrote each contender (id => notation).
    # Hashes come from the record as they are (String keys).
    Comparison = Value.define(:run, :verdicts, noise: [].freeze, environments: [].freeze, outcome: nil, notes: [].freeze,
                              notations: {}.freeze) do
      include RunFacts

      # The verdicts of a record, whether its run has ended or not. `set` takes the pairs of one set only,
      # `sequential` the intervals that stay valid under peeking (by default where the run had `--until`),
      # `only` the verdicts named by [comparison, metric]: they alone are the family.
      #: (Record, ?set: Integer?, ?sequential: bool?, ?only: Array[[String, String]]?) -> Comparison
      def self.of(record, set: nil, sequential: nil, only: nil)
        Judgement.new(record, set: set, sequential: sequential, only: only).comparison
      end

      # Whether every verdict in a timed metric is known to within `share` or decided, with
      # intervals that stay valid under peeking: what `--until 1%` looks at.
      #: (Record, Float) -> bool
      def self.precise?(record, share)
        timed = of(record, sequential: true).verdicts.reject { |verdict| Vocabulary::Metrics[verdict.metric].exact? }
        timed.any? && timed.all? do |verdict|
          verdict.decided? || verdict.verdict == "invalid" || (verdict.half_width && verdict.half_width <= share)
        end
      end
    end

    # One thing that keeps a machine from measuring well. `name` is what was looked at ("pinning"), `text` what was found,
    # `remedy` what to do, both remarks; `gain` is a Calibration::Gain or nil. `kind` is
    # - "untrusted": with it no figure can be trusted,
    # - "blurs": with it only larger slowdowns are detected,
    # - "lacks": something cannot be measured at all,
    # - "outdated": a newer release is available.
    Symptom = Value.define(:kind, :text, :remedy, name: nil, gain: nil) do
      # The most harmful first: rank of its kind, then by its measured gain.
      #: () -> [Integer, Float]
      def place = [Symptom::KINDS.index(kind), -(gain&.factor || 1.0)]

      #: () -> bool
      def untrusted? = kind == "untrusted"
    end

    # In the order in which they are reported.
    Symptom::KINDS = %w[untrusted blurs lacks outdated].freeze

    # What the tables have in common that list a record's cells: of speeds, of work, of an open loop.
    module Listing
      include RunFacts

      # Members that every row has, and those that it has where they are known.
      NAMES = %i[contender client scenario mode status].freeze
      FACTS = { notation: nil, label: nil, section: nil, shown: true, reached: true, reason: nil, footnotes: [].freeze,
                version: nil, runtime: nil, versions: {}.freeze, file: nil, digest: nil, calls: nil }.freeze

      # Array[Row]: those that reports print; `socket` is measured without being shown where the user did not name it.
      def shown = rows.select(&:shown)

      # Array[Row]: the shown ones without those that the run did not reach because it was ended, which a note counts. Nothing
      # is wrong with them. A run that went to its end skipped no row.
      def listed = outcome == "complete" ? shown : shown.select(&:reached)

      # Array[Section]: the listed rows of one contender each.
      def sections = Section.of(listed)
    end

    # One cell as reports print it. Times are Float ns per call; status is "ok",
    # "invalid", "unavailable" or "failed", and only "ok" carries figures.
    # `wall_ns` is an estimate that disturbed blocks do not move, `mean_ns` all the time by all the calls;
    # in a concurrent mode the time that passed by the calls of all workers. `in_flight` is {seen:, of:},
    # how many calls waited at once. `reached` is false for a cell that the run did not come to before it ended;
    # `identical` are contenders with the same code and options.
    Row = Value.define(
      *Listing::NAMES, **Listing::FACTS, identical: [].freeze, iterations: nil, processes: 0, blocks: 0,
      wall_ns: nil, interval: nil, mean_ns: nil, pass_ns: nil, user_ns: nil, system_ns: nil, cpu_s: nil, fastest_ns: nil,
      socket_ratio: nil, socket_ratio_interval: nil, allocations: nil, gc_share: nil,
      hits: nil, misses: nil, latencies: nil, in_flight: nil
    ) do
      # Half the width of an interval around a ratio or a cost, as a share.
      #: ([Float, Float]?) -> Float?
      def self.half_width(interval) = interval && (Math.sqrt(interval.last / interval.first) - 1)

      # Whether the row has figures.
      #: () -> bool
      def ok? = status == "ok"

      # Whether all of these iterations were measured, and no other.
      #: (Integer) -> bool
      def measured?(iterations) = ok? && self.iterations == iterations

      # Calls a second, of all workers; nil without figures.
      #: () -> Float?
      def calls_per_s = wall_ns && (1e9 / wall_ns)

      # CPU time of a call, the user's and the system's; nil where a runtime does not report it.
      #: () -> Float?
      def cpu_ns = user_ns && system_ns && (user_ns + system_ns)

      # Half the width of the interval of the time, as a share (0.01 is 1 %); nil without an interval.
      #: () -> Float?
      def precision = Row.half_width(interval)

      # The same of socket_ratio: what `--until 1%` looks at.
      #: () -> Float?
      def socket_ratio_precision = Row.half_width(socket_ratio_interval)
    end

    # Members that no document has: they decide what a report shows.
    Row::INTERNAL = %i[shown reached identical].freeze

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

    # The middle of a list, which one extreme block cannot move.
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
