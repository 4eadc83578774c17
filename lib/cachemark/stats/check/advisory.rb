# frozen_string_literal: true

module Cachemark
  module Stats
    # The part of a check's results that is about published advisories.
    class Check
      # An advisory and what its affected and fixed releases did. `link` is its page.
      Advisory = Value.define(:id, :title, :link, :lines) do
        # The advisories of a record's options. `cases` are the outcomes of its contenders.
        #: (Array[Hash], Array[Outcome]) -> Array[Advisory]
        def self.all(facts, cases)
          own = cases.group_by(&:contender)
          facts.map do |fact|
            lines = fact["lines"].map { |line| self::Line.of(line, own) }
            new(**fact.slice("id", "title", "link").transform_keys(&:to_sym), lines: lines.freeze)
          end
        end

        # The exit code of a trusted check.
        #: (Array[Advisory]) -> Integer
        def self.code(advisories)
          lines = advisories.flat_map(&:lines)
          return 1 if lines.any? { |line| line.gone == false }

          lines.any? { |line| line.shown == false } ? 3 : 0
        end

        # Whether each line that could be tried is shown by its affected release and gone in the fixed one; nil if none could.
        #: () -> bool?
        def proven?
          known = lines.filter_map { |line| [line.shown, line.gone] unless line.shown.nil? && line.gone.nil? }
          known.all? { |shown, gone| shown && gone != false } if known.any?
        end
      end

      # A line of releases, such as 5.2, with its last `affected` and its first `fixed` release.
      #
      # - `shown`: whether the affected release has a bad outcome. `gone`: whether the fixed one has none in these cases. Each
      #   is nil if its release could not be tried, and then `lacks` says why.
      # - `example` is the outcome that shows it, `left` one of the fixed release that still does.
      Advisory::Line = Value.define(:line, :affected, :fixed, :cases, shown: nil, gone: nil, lacks: nil, example: nil,
                                                                      left: nil) do
        #: (Hash, Hash[String, Array[Outcome]]) -> Line
        def self.of(facts, own)
          before, after = facts["contenders"].map do |contender|
            own.fetch(contender, []).select { |outcome| facts["cases"].include?(outcome.case) }
          end
          bad = before.select(&:bad?)
          left = after.select { |outcome| outcome.bad? && (bad.empty? || bad.any? { |other| other.case == outcome.case }) }
          new(**facts.slice("line", "affected", "fixed", "cases").transform_keys(&:to_sym), shown: answer(before, bad.any?),
              gone: answer(after, left.empty?), lacks: [before, after].filter_map { |some| lack(some) }.first,
              example: bad.max_by(&:severity), left: left.max_by(&:severity))
        end

        # nil if no case could be tried.
        def self.answer(outcomes, found) = (found if outcomes.any?(&:tried?))

        def self.lack(outcomes)
          return if outcomes.any?(&:tried?)

          outcomes.filter_map(&:reason).first || "it was not examined"
        end
        private_class_method :answer, :lack
      end
    end
  end
end
