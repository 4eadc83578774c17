# frozen_string_literal: true

module Cachemark
  module CLI
    class Check < Command
      # The selection of `check --advisory`: for each line of releases, the last affected release and the first fixed one, with
      # the cases of the advisories about them.
      class Advised < Selection
        # The word for every advisory of the catalogue.
        ALL = "all"
        # A line of an advisory with the words of its two contenders, and its cases.
        Shown = Value.define(:advisory, :line, :words, :cases)
        private_constant :ALL, :Shown

        def suite_facts = { **super, "title" => names.join(" ") }

        def advisories
          shown.group_by(&:advisory).map do |advisory, lines|
            { **advisory.to_h.slice(:id, :title, :link), lines: lines.map { |one| line(one) } }
          end
        end

        private

        def refuse_words
          return if @words.empty? && globs.empty?

          raise Usage.new("--advisory has its own contenders and cases", try: "remove #{(@words + globs).join(" ")}")
        end

        def names = @options.fetch(:advisories)

        def shown
          @shown ||= names.flat_map { |name| name == ALL ? @catalog.advisories.values : [@catalog.advisory(name)] }.uniq
                          .flat_map { |advisory| advisory.shown.map { |line| shown_in(advisory, line) } }
        end

        def shown_in(advisory, line)
          words = [line.affected, line.fixed].map do |release|
            Contender::Notation.written(advisory.client, release, advisory.options)
          end
          cases = every.select { |one| line.cases.any? { |glob| File.fnmatch?(glob, one.id, File::FNM_EXTGLOB) } }
          Shown.new(advisory: advisory, line: line, words: words, cases: cases)
        end

        def line(one)
          { line: one.line.name, affected: one.line.affected, fixed: one.line.fixed, cases: one.cases.map(&:id),
            contenders: one.words }
        end

        def words = shown.flat_map(&:words).uniq

        def cases = @cases ||= every_of(shown.flat_map(&:cases).to_set(&:id))

        # The cases in which a release is affected are tried until one trial shows the bug.
        def exams
          @advised ||= super.flat_map do |exam|
            wrong = about(exam.contender).select { |one| one.words.first == exam.contender.id }.flat_map(&:cases).to_set(&:id)
            exam.parted { |one| wrong.include?(one.id) }.map { |part| part.with(affected: wrong.include?(part.cases.first.id)) }
          end
        end

        def about(contender) = shown.select { |one| one.words.include?(contender.id) }

        def cases_of(contender) = about(contender).flat_map(&:cases).uniq(&:id)

        # The other release of the same line.
        def peers_of(contender, all)
          others = about(contender).flat_map(&:words)
          super.select { |peer| others.include?(peer.id) }
        end
      end
    end
  end
end
