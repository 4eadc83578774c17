# frozen_string_literal: true

require "json"

module Check
  module Included
    # catalog/checks/published.yml: the published outcomes of `check`, as lib/cachemark/catalog/checks.rb reads them.
    class Checks
      PATH = "catalog/checks/published.yml"
      HEAD = "# Written by bench/included.rb from results/.\n"

      # The root of the project, whose results it reads.
      #: (String) -> void
      def initialize(root)
        @survey = Included.survey(root)
      end

      def to_s = "#{HEAD}#{entries.map { |entry| "- #{JSON.generate(entry)}\n" }.join}"

      private

      # The newest of each configuration, whatever its compiler and server.
      def entries
        plain = @survey.examinations.select { |one| one.configuration.connection.empty? && one.configuration.companions.empty? }
        plain.group_by { |one| identity(one.configuration) }.sort_by { |key, _| key.map(&:to_s) }.map do |key, own|
          newest = own.max_by { |one| one.result.started_at }
          { **%w[client version options runtime].zip(key).to_h, "bad" => newest.wrong + newest.stuck, "of" => newest.tried,
            "on" => newest.result.started_at[0, 10] }
        end
      end

      def identity(one) = [one.client, one.version, one.departures.transform_values(&:first), one.line]
    end
  end
end
