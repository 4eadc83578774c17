# frozen_string_literal: true

require "json"

module Cachemark
  class Record
    # The first lines of a record: what was measured, without what came of it. A record may have a million lines.
    module Beginning
      TYPES = %w[run environment cell position].freeze

      # nil for what is no record of this version.
      #
      #: (String) -> Record?
      def self.read(path)
        lines = ::File.foreach(path, encoding: "UTF-8").lazy.map { |text| ::JSON.parse(text) }
                      .take_while { |line| line.is_a?(Hash) && TYPES.include?(line["type"]) }.to_a
        return unless Upgrade::SCHEMAS.include?(lines.first&.fetch("schema", nil))

        Record.new(lines.map { |line| Upgrade.call(line) }, path: path)
      rescue SystemCallError, ::JSON::ParserError
        nil
      end
    end
  end
end
