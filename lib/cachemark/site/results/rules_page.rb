# frozen_string_literal: true

module Cachemark
  module Site
    module Results
      # How figures are made, what disqualifies, how they age, and how to dispute one: the sections of rules.md.
      class RulesPage < Page
        FILE = "site/results/rules.md"
        # [heading, id, list]
        SECTION = /^## ([^{\n]+) \{#(\S+)\}\n\n(.+?)(?=\n\n##|\z)/m
        FIGURES = { "months" => Survey::FRESH_MONTHS, "agreed" => (Survey::AGREED * 100).round,
                    "between" => (Cachemark::Results::Choice::BETWEEN_RUNS * 100).round }.freeze
        # Sections about the times of one method.
        OF_METHOD = /\Amethod-(\d+)\z/
        private_constant :FILE, :SECTION, :FIGURES, :OF_METHOD

        private

        def title = "Rules of the results"
        def lead = "These rules hold for every page of this site."

        def parts
          where = @contents.repository
          [(text("Results live in ", link(where, where), ".") if where),
           *sections.map do |heading, id, rules|
             section(id, heading, list(rules.split(/^- /).drop(1).map { |rule| rule(rule) }))
           end]
        end

        # Without those about methods that no result has.
        def sections
          methods = survey.results.map(&:time_method).uniq
          Paths.shipped(FILE).scan(SECTION).select { |_, id,| id[OF_METHOD, 1].nil? || methods.include?(id[OF_METHOD, 1].to_i) }
        end

        # Text between backticks is a command or a path.
        def rule(words)
          words = words.split.join(" ").gsub(/%\{(\w+)\}/) { FIGURES.fetch(Regexp.last_match(1)).to_s }
          words.split("`").each_with_index.map { |part, at| at.odd? ? code(part) : part }
        end
      end
    end
  end
end
