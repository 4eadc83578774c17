# frozen_string_literal: true

module Cachemark
  class Catalog
    # A bug that Cachemark found. Its page is docs/findings/ID.md, with which `bin/check published` compares this data.
    #
    # - `severity` is high, medium or low. `status` is that of the page, such as "not reported".
    # - `checked` is the day of its last run. `lines` (Affected) have the affected releases of each client.
    Finding = Value.define(:id, :title, :severity, :status, :checked, :lines) do
      #: (Document) -> Finding
      def self.read(document)
        facts = document.data.transform_keys(&:to_sym)
        new(**facts, lines: facts.fetch(:lines).map { |line| Affected.read(line) }.freeze)
      end

      # Its page, below the root of the project.
      #: () -> String
      def page = "docs/findings/#{id}.md"
    end

    # The words for a severity, the most severe first.
    Finding::SEVERITIES = %w[high medium low].freeze
  end
end
