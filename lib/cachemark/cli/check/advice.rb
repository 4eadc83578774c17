# frozen_string_literal: true

module Cachemark
  module CLI
    class Check < Command
      # The contenders and cases of advisories: for each line of releases, the last affected release and the first fixed one.
      class Advice
        # The word for every advisory of the catalogue.
        ALL = "all"
        # A line of an advisory with the words of its two contenders, and its cases.
        Shown = Value.define(:advisory, :line, :affected, :fixed, :cases) do
          #: () -> Array[String]
          def words = [affected, fixed]
        end
        private_constant :ALL, :Shown

        # `every` are all cases. Raises Usage for an unknown advisory.
        #: (Array[String], Catalog, Array[Fault::Case]) -> void
        def initialize(names, catalog, every)
          advisories = names.flat_map { |name| name == ALL ? catalog.advisories.values : [catalog.advisory(name)] }.uniq
          @shown = advisories.flat_map { |advisory| advisory.lines.map { |line| shown(advisory, line, every) } }
        end

        # {contender's word => its cases}
        #: () -> Hash[String, Array[Fault::Case]]
        def cases
          @cases ||= @shown.flat_map(&:words).uniq.to_h { |word| [word, of(word).flat_map(&:cases).uniq(&:id)] }
        end

        # The other release of the same line, for cases that need another contender.
        #: (String) -> Array[String]
        def peers(word) = of(word).flat_map(&:words).uniq - [word]

        # The facts for the record.
        #: () -> Array[Hash[Symbol, Object]]
        def facts
          @shown.group_by(&:advisory).map do |advisory, lines|
            { **advisory.to_h.slice(:id, :title, :link), lines: lines.map { |one| line(one) } }
          end
        end

        private

        def of(word) = @shown.select { |one| one.words.include?(word) }

        def shown(advisory, line, every)
          cases = every.select { |one| line.cases.any? { |glob| File.fnmatch?(glob, one.id, File::FNM_EXTGLOB) } }
          affected, fixed = [line.affected, line.fixed].map do |release|
            Contender::Notation.written(advisory.client, release, advisory.options)
          end
          Shown.new(advisory: advisory, line: line, cases: cases, affected: affected, fixed: fixed)
        end

        def line(one)
          { line: one.line.name, affected: one.line.affected, fixed: one.line.fixed, cases: one.cases.map(&:id),
            contenders: one.words }
        end
      end
    end
  end
end
