# frozen_string_literal: true

module Cachemark
  module CLI
    # What the words of a comparison select: the first contender against each of the others,
    # over the scenarios that both run.
    class Compared < Selection
      # Adds what a comparison is judged by. Raises Usage for what cannot be compared.
      #
      #: (?Hash[Symbol, Object]) -> Lab::Job
      def job(judging = {})
        super().with(judging: judging.freeze)
      end

      private

      # Only what at least one other contender shares with the baseline.
      def cells
        all = super
        all.group_by(&:contender).each { |one, own| refuse_modes(one, own) if own.all?(&:refusal) }
        all = all.reject(&:refusal)
        baseline, *others = all.map { |cell| cell.contender.id }.uniq
        refuse_alone(baseline) if others.empty?
        places = all.group_by { |cell| cell.contender.id }.transform_values { |own| own.map { |cell| place(cell) } }
        common = places.fetch(baseline) & others.flat_map { |id| places.fetch(id) }
        others.each { |id| refuse_strangers(id, baseline) if (places.fetch(id) & common).empty? }
        all.select { |cell| common.include?(place(cell)) }
      end

      def place(cell) = [cell.scenario.id, cell.mode]

      def refuse_modes(one, cells)
        raise Usage.new("#{one.id} cannot be compared: #{cells.first.refusal}", try: "name a mode that all of them have")
      end

      def refuse_alone(one)
        raise Usage.new("#{one} has nothing to be compared with", try: "name another contender for the same scenarios")
      end

      def refuse_strangers(one, baseline)
        raise Usage.new("#{baseline} and #{one} have no scenario and mode in common",
                        try: "compare clients with clients and stores with stores; see: cachemark list scenarios")
      end

      # Nothing is told as a multiple of the reference.
      def references = []

      # A contender may be named twice: the second is then called NAME#2, and measured as any other.
      def contenders
        @contenders ||= numbered(resolved)
      end

      def numbered(all)
        seen = Hash.new(0)
        all.map { |one| (seen[one.id] += 1) == 1 ? one : one.with(id: "#{one.id}##{seen[one.id]}") }
      end
    end
  end
end
