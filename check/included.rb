# frozen_string_literal: true

require_relative "../lib/cachemark"

module Check
  # Tables that README and the guides include from results/, drivers/, docs/calibration.jsonl and docs/peers.json:
  #
  #   <!-- included: clients -->
  #   | Client | ...
  #   <!-- end of clients -->
  #
  # `ruby bench/included.rb` writes them.
  module Included
    BLOCK = %r{<!-- included: (?<name>[\w-]+) -->\n(?<text>.*?)<!-- end of \k<name> -->}m

    # Tables by name, each made from the root of the project.
    TABLES = {
      "modes" => ->(root) { modes(Cachemark::Vocabulary::Language.below(File.join(root, "drivers"))) },
      "clients" => ->(root) { Clients.new(root).to_s },
      "django" => ->(root) { Django.new(root).to_s },
      "speed-ruby" => ->(root) { Choosing::Speed.new(survey(root), "ruby").to_s },
      "speed-python" => ->(root) { Choosing::Speed.new(survey(root), "python").to_s },
      "outcomes" => ->(root) { Choosing::Outcomes.new(survey(root)).to_s },
      "losses" => ->(root) { Choosing::Losses.new(survey(root)).to_s },
      "settings" => ->(root) { Choosing::Settings.new(survey(root)).to_s },
      "questions" => ->(root) { Questions.new(root).to_s },
      "peers" => ->(root) { Peers.new(root).to_s },
      "claims" => ->(root) { calibration(root).claims },
      "calibration" => ->(root) { calibration(root).report }
    }.freeze

    class << self
      # The text of a page with its tables as their sources say.
      #: (String, String) -> String
      def written(text, root)
        text.gsub(BLOCK) { "<!-- included: #{$~[:name]} -->\n#{table($~[:name], root)}\n<!-- end of #{$~[:name]} -->" }
      end

      # The published results of a project, read once.
      #: (String) -> Cachemark::Results::Survey
      def survey(root)
        (@surveys ||= {})[root] ||=
          Cachemark::Results::Survey.new(Cachemark::Results::Folder.new(File.join(root, "results")).results)
      end

      # N is the number of workers.
      #: (Hash[String, Cachemark::Vocabulary::Language]) -> String
      def modes(languages)
        rows = languages.each_value.map { |language| [language.title, language.modes.map { |name| "`#{name}-N`" }.join(", ")] }
        grid(%w[Language Modes], rows)
      end

      # A table of cells. `rule` aligns its columns: "---", or "--:" for figures.
      #: (Array[String], Array[Array[String]], ?rule: Array[String]) -> String
      def grid(head, rows, rule: ["---"] * head.size)
        [head, rule, *rows].map { |cells| "| #{cells.join(" | ")} |" }.join("\n")
      end

      #: (String) -> Calibration
      def calibration(root)
        (@calibrations ||= {})[root] ||= Calibration.new(Cachemark::Record::Reader.read(File.join(root, Calibration::RECORD)))
      end

      #: (String, String) -> String
      def table(name, root) = (@tables ||= {})[[name, root]] ||= TABLES.fetch(name).call(root)
    end
  end
end

require_relative "included/calibration"
require_relative "included/checks"
require_relative "included/choosing"
require_relative "included/clients"
require_relative "included/django"
require_relative "included/facts"
require_relative "included/peers"
require_relative "included/questions"
