# frozen_string_literal: true

module Cachemark
  module CLI
    # The selection of a comparison: the first contender against each of the others, in the scenarios of both.
    class Compared < Selection
      # The default settings of the verdicts.
      JUDGING = { margin: 0.01, alpha: 0.01, metrics: [Vocabulary::Metrics::DEFAULT].freeze }.freeze

      # The settings of the verdicts, for the record.
      #: (Hash[Symbol, Object]) -> Hash[Symbol, Object]
      def self.judging(options) = JUDGING.merge(options.slice(*JUDGING.keys))

      # The task of a comparison with these settings of its verdicts. Raises Usage for contenders that cannot be compared.
      #: (?Hash[Symbol, Object], **Object) -> Lab::Compare::Task
      def task(judging = {}, **more)
        Lab::Compare::Task.new(**timed, **@options.slice(:until), judging: judging.freeze, **more)
      end

      # A warning if no machine can measure the pairs of a verdict in that time; nil if they may fit.
      #: (Lab::Compare::Task) -> String?
      def short_time(task)
        least_s = task.least_s
        return if task.for_s * Lab::PairBudget::PATIENCE >= least_s

        "--for #{task.for_s.round}s is too short for a verdict: even a fast machine needs --for #{least_s.ceil}s"
      end

      private

      # Only cells that at least one other contender shares with the baseline.
      def cells
        all = super
        all.group_by(&:contender).each { |contender, cells| refuse_modes(contender, cells) if cells.all?(&:refusal) }
        all = all.reject(&:refusal)
        baseline, *others = all.map { |cell| cell.contender.id }.uniq
        refuse_alone(baseline) if others.empty?
        places = all.group_by { |cell| cell.contender.id }.transform_values { |cells| cells.map { |cell| place(cell) } }
        common = places.fetch(baseline) & others.flat_map { |id| places.fetch(id) }
        others.each { |id| refuse_nothing_common(id, baseline) if (places.fetch(id) & common).empty? }
        all.select { |cell| common.include?(place(cell)) }
      end

      def place(cell) = [cell.scenario.id, cell.mode]

      def refuse_modes(contender, cells)
        raise Usage.new("#{contender.id} cannot be compared: #{cells.first.refusal}", try: "name a mode that all of them have")
      end

      def refuse_alone(id)
        raise Usage.new("#{id} has nothing to be compared with", try: "name another contender for the same scenarios")
      end

      def refuse_nothing_common(id, baseline)
        raise Usage.new("#{baseline} and #{id} have no scenario and mode in common",
                        try: "compare clients with clients and stores with stores: cachemark list scenarios")
      end

      # A comparison does not report costs relative to the reference.
      def references = []

      # A contender may be named twice. The second is then called NAME#2, and measured like any other.
      def contenders
        @contenders ||= numbered(resolved)
      end

      def numbered(all)
        seen = Hash.new(0)
        all.map { |one| (seen[one.id] += 1) == 1 ? one : one.with(id: "#{one.id}##{seen[one.id]}") }
      end

      # A comparison of folders with copies of one client, each under its own name. The client may have options.
      class Copies < Compared
        #: (String, Hash[String, String], Hash[Symbol, Object], **Object) -> void
        def initialize(client, folders, options, **sources)
          super(folders.keys, options, **sources)
          @client = client
          @folders = folders
        end

        private

        def entries
          notation = Contender::Notation.parse(@client)
          @folders.map do |name, folder|
            Catalog::Suite::Entry.new(id: name, notation: notation.rewritten("path:#{folder}", notation.options), section: name)
          end
        end
      end
    end
  end
end
