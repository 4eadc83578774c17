# frozen_string_literal: true

module Cachemark
  module Lab
    # The task of a run, complete before anything starts.
    #
    # - cells: Array[Plan::Cell]. seed: Integer.
    # - for_s: Float seconds or nil. until: Float share or nil. iterations: Integer of each row or nil.
    # - published: the suite's facts about the published program, if the run imitates it, or nil.
    # - open_loop: Plan::OpenLoop, or nil for calls that wait for one another.
    # - outage: Plan::Outage, or nil.
    # - judging: the options of a comparison's verdicts (margin, alpha, metrics ...), for the record.
    # - sweeps: Array[Plan::Sweep], the dimensions that the cells are points of.
    # - counts: metrics that are counted for each row, in processes that are not timed.
    # - memcached: the exact release, or the absolute path, of the run's servers; nil for the installed one.
    # - range: Array[Plan::Position] of a search, built when they are needed.
    # - exams: Array[Plan::Exam], the cases of each contender.
    # - trials: Array[Plan::OptionTrial]: options that are examined, by these `probes`
    #   (Array[Catalog::Scenario]).
    # - among_hosts: whether other hosts measure the same, so that a few pairs here are enough.
    # - axes: Array[Plan::Exam::Axis]. Their first exams are in `exams`; the later ones depend on outcomes.
    Job = Value.define(:cells, :seed, for_s: nil, until: nil, iterations: nil, latencies: false, published: nil, open_loop: nil,
                       outage: nil, sweeps: [].freeze, judging: {}.freeze, counts: [].freeze, memcached: nil, range: [].freeze,
                       exams: [].freeze, axes: [].freeze, trials: [].freeze, probes: [].freeze,
                       among_hosts: false) do
      # Whether each call of a cell is timed: with --metric latencies, and for pairs, because their layout prints latencies.
      #: (Plan::Cell) -> bool
      def latencies_of?(cell) = latencies || !cell.scenario.pairs.nil?

      # The published programs, in their order; none if the job is not a published one.
      #: () -> Array[Plan::Program]
      def programs
        return [] unless published
        return Plan::Program.of_modes(cells) if published["processes"] == "each mode"

        Plan::Program.of(contenders, share: published["processes"] == "one")
      end

      # The names of the server in the published programs; none if they used its address.
      #: () -> Array[String]
      def server_names = published ? published.fetch("addresses", []) : []

      # The number of simultaneous connections that a server must hold, with a reserve. Each worker of each cell keeps one,
      # some clients two, and one cell has others through proxies. In a search, only two contenders exist at a time.
      #: () -> Integer
      def connections
        workers = cells.group_by { |cell| cell.contender.id }.values.map { |own| own.sum(&:workers) }
        workers = workers.max(2) if range.any?
        (workers.sum * 2) + 100
      end

      # The contenders whose environments must be built before anything is measured.
      #: () -> Array[Contender]
      def upfront = range.empty? ? contenders : [range.first, range.last].map(&:contender)

      #: () -> Array[Contender]
      def contenders = (cells + exams).map(&:contender).uniq(&:id)

      # The endpoints of the contenders; nil for the servers of the run, which need no contender.
      #: () -> Array[Contender::Endpoint?]
      def endpoints
        all = contenders + (range + axes.flat_map(&:positions)).map(&:contender)
        all.empty? ? [nil] : all.reject(&:refusal).map(&:endpoint).uniq
      end

      # The contenders of a check that are not controls, with every release that it may try.
      #: () -> Array[Contender]
      def examined = (exams.reject(&:control) + axes.flat_map(&:positions)).map(&:contender).uniq(&:id)
    end
  end
end
