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
        plain = @survey.examinations.select do |exam|
          exam.configuration.connection.empty? && exam.configuration.companions.empty?
        end
        plain.group_by { |exam| identity(exam.configuration) }.sort_by { |key, _| key.map(&:to_s) }.map do |key, own|
          newest = own.max_by { |exam| exam.result.started_at }
          { **%w[client version options runtime].zip(key).to_h, "bad" => newest.wrong + newest.stuck, "of" => newest.tried,
            "on" => newest.result.started_at[0, 10] }
        end
      end

      def identity(own) = [own.client, own.version, own.departures.transform_values(&:first), own.line]
    end
  end
end
