# frozen_string_literal: true

require "json"

module Cachemark
  module CLI
    class Check < Command
      # The file of `check --baseline`, which a client's repository keeps: the known findings of each contender.
      class BaselineFile
        SCHEMA = "cachemark/baseline/1"
        private_constant :SCHEMA

        # Raises Usage for any other file.
        #: (String) -> BaselineFile
        def self.read(path)
          document = ::JSON.parse(File.read(path))
          known = document["cases"] if document.is_a?(Hash) && document["schema"] == SCHEMA
          return new(path, known) if sound?(known)

          raise ::JSON::ParserError
        rescue ::JSON::ParserError
          raise Usage.new("#{path} is no baseline of a check", try: "name a file that check --write-baseline made, or a new one")
        rescue SystemCallError => error
          try = File.exist?(path) ? "name a file that can be read" : "cachemark check CONTENDER --write-baseline #{path}"
          raise Usage.new("cannot read the baseline #{path}: #{error.message.sub(/ @ .*/, "")}", try: try)
        end

        # The file to be written; one that exists must be a baseline. Raises Usage where it cannot be written.
        #: (String) -> BaselineFile
        def self.at(path)
          found = File.exist?(path) ? read(path) : new(path, {})
          obstacle = AtomicFile.obstacle(path) or return found
          raise Usage.new("cannot write the baseline #{path}: #{obstacle}", try: "choose another file")
        end

        def self.sound?(known)
          known.is_a?(Hash) && known.values.all? do |own|
            own.is_a?(Hash) && own.values.all? { |outcome| Vocabulary::Outcomes.bad?(outcome) }
          end
        end
        private_class_method :sound?

        #: (String, Hash[String, Hash[String, String]]) -> void
        def initialize(path, known)
          @path = path
          @known = known
        end

        # The facts about the baseline for the record.
        #: (Lab::Job, Array[String]) -> Hash[Symbol, Object]
        def facts(job, existing)
          { path: @path, known: @known, stale: stale(job, existing) }
        end

        # Replaces what was known by what a check found. Answers what to print about that, a line each.
        #: (Stats::Check, Array[String]) -> Array[String]
        def write(check, existing)
          known = Stats::Check::Baseline.new(known: @known).renewed(check.cases, existing).known
          AtomicFile.write(@path, "#{::JSON.pretty_generate({ schema: SCHEMA, cases: known })}\n")
          dropped = gone(existing).map do |contender, id|
            "#{@path}: #{contender} #{id} was removed: there is no such case any more"
          end
          [*dropped, "#{@path}: #{summary(known.sum { |_, own| own.size }, check.bad.size)}"]
        end

        private

        # Of the contenders of this check only.
        def stale(job, existing)
          contenders = job.examined.map(&:id)
          gone(existing).select { |contender, _| contenders.include?(contender) }
        end

        # [[contender, case], ...] without a case of that name any more.
        def gone(existing) = @known.flat_map { |contender, own| (own.keys - existing).map { |id| [contender, id] } }

        def summary(all, found)
          kept = ": #{found} found now, #{all - found} kept that this check did not examine" if all > found
          "#{all} finding#{all == 1 ? " is" : "s are"} known from now on#{kept}"
        end
      end
    end
  end
end
