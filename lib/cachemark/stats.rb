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
      #
      #: (Symbol, ?detail: Remark?, ?about: String?, ?minor: bool, **Object) -> Remark
      def self.[](id, detail: nil, about: nil, minor: false, **facts)
        new(id: id, facts: facts.freeze, detail: detail, about: about, minor: minor)
      end

      # A sentence that the record has as it is.
      #
      #: (String) -> Remark
      def self.recorded(text) = self[:recorded, text: text]

      # From a record, which keeps a remark as its members.
      #
      #: (Hash | String | nil) -> Remark | String | nil
      def self.read(kept)
        return kept unless kept.is_a?(Hash)

        new(id: kept["id"].to_sym, facts: kept["facts"].transform_keys(&:to_sym).freeze)
      end

      # What rows that share it have in common.
      #
      #: () -> Remark
      def bare = with(detail: nil)
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
      #
      #: () -> bool
      def decided? = %w[faster slower same].include?(verdict)

      # Whether it surely costs more than this share: the whole interval lies above it.
      #
      #: (Float) -> bool
      def above?(share) = !interval.nil? && interval.first > share

      # Whether it surely costs less than this share more: the whole interval lies below it.
      #
      #: (Float) -> bool
      def below?(share) = !interval.nil? && interval.last < share

      # Whether so little was detectable that a figure for it would mislead.
      #
      #: () -> bool
      def blind? = !resolution.nil? && resolution > Verdict::BLIND

      # Half the width of the interval, as a share; nil without one.
      #
      #: () -> Float?
      def half_width = interval && ((interval.last - interval.first) / 2)
    end

    # A resolution beyond this detects next to nothing.
    Verdict::BLIND = 0.5

    # The A/A check: how far apart two fresh processes of the baseline were where nothing differs. `interval` decides
    # `moved`. Where it moved, no verdict of that scenario and metric can be trusted.
    Noise = Value.define(:contender, :scenario, :mode, :metric,
                         label: nil, effect: nil, interval: nil, pairs: 0, moved: false)

    # One thing that keeps a machine from measuring well. `name` is what was looked at ("pinning"), `text` what was found,
    # `remedy` what to do, both remarks; `gain` is a Calibration::Gain or nil. `kind` is
    # - "untrusted": with it no figure can be trusted,
    # - "blurs": with it only larger slowdowns are detected,
    # - "lacks": something cannot be measured at all,
    # - "outdated": a newer release is available.
    Symptom = Value.define(:kind, :text, :remedy, name: nil, gain: nil) do
      # The most harmful first: rank of its kind, then by its measured gain.
      #
      #: () -> [Integer, Float]
      def place = [Symptom::KINDS.index(kind), -(gain&.factor || 1.0)]

      #: () -> bool
      def untrusted? = kind == "untrusted"
    end

    # In the order in which they are reported.
    Symptom::KINDS = %w[untrusted blurs lacks outdated].freeze

    # The rows of one contender (on one runtime) under its heading.
    Section = Value.define(:heading, :rows) do
      # Sections in the order of their first rows. Where two contenders share a heading, their ids distinguish them.
      #
      #: (Array[Row]) -> Array[Section]
      def self.of(rows)
        groups = rows.group_by { |row| [row.section || row.contender, row.contender] }
        shared = groups.keys.map(&:first).tally
        groups.map do |(heading, contender), rows|
          new(heading: shared[heading] > 1 && heading != contender ? "#{heading} (#{contender})" : heading, rows: rows)
        end
      end
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

    # The middle of a list, which one extreme block cannot move.
    module Median
      # The median in the unit of the values; nil for an empty list.
      #
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
      #
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
