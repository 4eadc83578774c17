# frozen_string_literal: true

require "json"

module Cachemark
  module CLI
    # The file of `check --baseline`, which a client's repository keeps: what is known to be bad, contender by contender.
    class Baselined
      SCHEMA = "cachemark/baseline/1"
      private_constant :SCHEMA

      # Raises Usage for a file that is none.
      #: (String) -> Baselined
      def self.read(path)
        document = ::JSON.parse(File.read(path))
        known = document["cases"] if document.is_a?(Hash) && document["schema"] == SCHEMA
        return new(path, known) if sound?(known)

        raise ::JSON::ParserError
      rescue ::JSON::ParserError
        raise Usage.new("#{path} is no baseline of a check", try: "name one that check --write-baseline made, or a new file")
      rescue SystemCallError => error
        make = "make it first: cachemark check CONTENDER --write-baseline #{path}"
        try = File.exist?(path) ? "name a file that can be read" : make
        raise Usage.new("the baseline #{path}: #{error.message.sub(/ @ .*/, "")}", try: try)
      end

      # What is to be written there; a file that is there already must be a baseline.
      #: (String) -> Baselined
      def self.at(path) = File.exist?(path) ? read(path) : new(path, {})

      def self.sound?(known)
        known.is_a?(Hash) && known.values.all? do |own|
          own.is_a?(Hash) && own.values.all? { |outcome| Fault::BAD.include?(outcome) }
        end
      end
      private_class_method :sound?

      #: (String, Hash[String, Hash[String, String]]) -> void
      def initialize(path, known)
        @path = path
        @known = known
      end

      # What the record keeps of it.
      #: (Lab::Job, Array[String]) -> Hash[Symbol, Object]
      def facts(job, existing)
        { path: @path, known: @known, stale: stale(job, existing) }
      end

      # With what a check found in the place of what was known.
      #: (Stats::Check, Array[String]) -> void
      def write(check, existing)
        known = Stats::Check::Baseline.new(known: @known).renewed(check.cases, existing).known
        AtomicFile.write(@path, "#{::JSON.pretty_generate({ schema: SCHEMA, cases: known })}\n")
      end

      private

      # What no case or contender of this check is.
      def stale(job, existing)
        contenders = job.examined.map(&:id)
        @known.flat_map do |contender, own|
          own.keys.reject { |id| contenders.include?(contender) && existing.include?(id) }.map { |id| [contender, id] }
        end
      end
    end
  end
end
