# frozen_string_literal: true

module Cachemark
  class Catalog
    # Client file -> Client.
    class ClientReader
      PLAIN = %w[id summary kind adapter gem package runtime building version source broken alone reports reference].freeze

      #: (Document) -> Client
      def self.read(document) = new(document.data).client

      #: (Hash[String, Object]) -> void
      def initialize(data)
        @data = data
      end

      #: () -> Client
      def client
        language, name = @data["id"].split("/", 2)
        Client.new(language: language, name: name, **symbols(@data.slice(*PLAIN)), copies: copies, stands_in: stand_ins,
                   module_name: @data["module"], releases: releases,
                   option_lines: lines("options", Option), companions: companions, shims: lines("shims", Client::Shim),
                   quirks: lines("quirks", Client::Quirk), refusals: lines("refusals", Client::Refusal),
                   left_out: lines("left_out", Client::LeftOut), modes: modes, examinations: lines("check", Client::Examination))
      end

      private

      def symbols(hash) = hash.transform_keys(&:to_sym)

      # A list of mappings -> values of a class; `when` is the condition.
      def lines(name, type)
        @data.fetch(name, []).map do |line|
          type.new(condition: Condition.of(line["when"]), **symbols(line.except("when")))
        end.freeze
      end

      def companions
        @data.fetch("companions", []).map do |line|
          Client::Companion.new(option: line["gem"], condition: Condition.of(line["when"]), **symbols(line.except("when")))
        end.freeze
      end

      # Oldest first, as a registry has them.
      def releases
        read = @data.fetch("releases", []).map do |line|
          number = line["version"]
          Client::Release.new(number: number, prerelease: number.match?(/[a-z]/i), **symbols(line.except("version")))
        end
        read.sort_by { |release| Gem::Version.new(release.number) }.freeze
      end

      def modes
        @data.fetch("modes", []).map do |line|
          rest = symbols(line.except("mode", "when"))
          Client::ModeLine.new(pattern: line["mode"], condition: Condition.of(line["when"]), **rest)
        end.freeze
      end

      def copies = @data.fetch("copies", {}).to_h { |name, copy| [name, Client::Copy.new(name: name, **symbols(copy))] }.freeze

      def stand_ins = @data.fetch("stands_in", {}).transform_values { |line| Client::StandIn.new(**symbols(line)) }.freeze
    end
  end
end
