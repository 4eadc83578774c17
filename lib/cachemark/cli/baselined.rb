# frozen_string_literal: true

require "json"
require "tempfile"

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

      # What is to be written there; a file that is there already must be a baseline. Raises Usage where none can be put.
      #: (String) -> Baselined
      def self.at(path)
        found = File.exist?(path) ? read(path) : new(path, {})
        probe(File.realdirpath(path))
        found
      rescue SystemCallError => error
        raise Usage.new("the baseline #{path} cannot be written: #{error.message.sub(/ @ .*/, "")}", try: "choose another file")
      end

      # A new file is written beside it, and takes its place.
      def self.probe(path) = Tempfile.create([".#{File.basename(path)}.", ""], File.dirname(path)) { nil }
      private_class_method :probe

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

      # With what a check found in the place of what was known. Answers what is to be said of it, a line each.
      #: (Stats::Check, Array[String]) -> Array[String]
      def write(check, existing)
        known = Stats::Check::Baseline.new(known: @known).renewed(check.cases, existing).known
        AtomicFile.write(@path, "#{::JSON.pretty_generate({ schema: SCHEMA, cases: known })}\n")
        dropped = gone(existing).map { |contender, id| "#{@path}: #{contender} #{id} is left out, which is no case any more" }
        [*dropped, "#{@path}: #{told(known.sum { |_, own| own.size }, check.bad.size)}"]
      end

      private

      # Of contenders that this check has: of others it says nothing.
      def stale(job, existing)
        contenders = job.examined.map(&:id)
        gone(existing).select { |contender, _| contenders.include?(contender) }
      end

      # [[contender, case], ...] of what is no case any more.
      def gone(existing) = @known.flat_map { |contender, own| (own.keys - existing).map { |id| [contender, id] } }

      def told(all, found)
        kept = ": #{found} found now, #{all - found} kept that this check did not examine" if all > found
        "#{all} bad case#{all == 1 ? " is" : "s are"} known from now on#{kept}"
      end
    end
  end
end
