# frozen_string_literal: true

module Cachemark
  module CLI
    # The commands that the last lines of a report propose: to continue, to measure more precisely, to find the cause, and to see
    # the report in another format.
    class NextSteps
      # Nobody waits longer for a verdict: another machine is the better advice.
      LONGEST_S = 6 * 3600
      # A release of a client, with its options: dalli@3.2.8,protocol=meta.
      RELEASE = /\A(?<client>[\w-]+)@(?<version>\d[\w.]*)(?<options>(?:,[^,]+)*)\z/
      COMMIT = /\A(?<client>[\w-]+)@git:(?<ref>[^,]+)/
      # Every kind has a document for people, or at least one for programs.
      DOCUMENTS = { "html" => "html --output report.html", "markdown" => "markdown", "json" => "json" }.freeze
      private_constant :LONGEST_S, :RELEASE, :COMMIT, :DOCUMENTS

      # `value` is what the record is about, `formats` the names of its reports.
      #
      #: (Record, Object, Array[String]) -> void
      def initialize(record, value, formats)
        @record = record
        @value = value
        @formats = formats
      end

      #: () -> Array[String]
      def to_a = @record.path ? [resume, longer, search, document].compact : []

      private

      # A search that was ended can go on.
      def resume
        return unless @value.is_a?(Stats::Steps) && @value.undecided && @value.outcome != "complete"

        command("find", "--resume", @record.path)
      end

      # The same, for as long as the run itself said that it takes, or as its verdicts need.
      def longer
        seconds = asked_s || needed_s
        return unless seconds&.between?(1, LONGEST_S)

        command(*without(@record.run["argv"], "--for", "--record"), "--for", "#{seconds}s")
      end

      # A run that could not go to its end says how long it takes.
      def asked_s
        stopped = @record.events.reverse.find { |event| event["kind"] == "stopped" }
        stopped && stopped["message"][/--for (\d+)s/, 1]&.to_i
      end

      # An interval gets narrower with the root of the time; in whole minutes.
      def needed_s
        open = verdicts.select { |verdict| verdict.verdict == "unresolved" && verdict.half_width }
        return if open.empty? || @record.ending["outcome"] != "complete"

        times = (open.map(&:half_width).max / @record.run.dig("options", "margin"))**2
        ((@record.run.dig("options", "for_s") || JudgeOptions::DEFAULTS[:for_s]) * times / 60).ceil * 60
      rescue FloatDomainError, TypeError # an interval without an end, a record of before
        nil
      end

      # Which release or commit it was.
      def search
        changed = slower.first or return
        from, to = [changed.baseline, changed.contender].map { |word| RELEASE.match(word) }
        scenario = ["--scenario", changed.scenario]
        return commits(changed, scenario) unless from && to

        same = from[:client] == to[:client] && from[:options] == to[:options]
        return unless same && Gem::Version.new(from[:version]) < Gem::Version.new(to[:version])

        command("find", "#{from[:client]}#{from[:options]}", "#{from[:version]}..#{to[:version]}", *scenario)
      rescue ArgumentError # a copy that the catalogue names is no number
        nil
      end

      # In the repository that a gate was run in.
      def commits(changed, scenario)
        return unless @record.run["command"] == "gate" && (base = COMMIT.match(changed.baseline))

        command("find", base[:client], "--git", "#{base[:ref]}..HEAD", *scenario)
      end

      def document
        name = DOCUMENTS.keys.find { |one| @formats.include?(one) }
        "#{command("show", @record.path)} --format #{DOCUMENTS[name]}" if name
      end

      def verdicts
        case @value
        when Stats::Comparison then @value.verdicts
        when Stats::Gate::Decision then @value.comparison.verdicts
        else []
        end
      end

      # A gate fails only for a slowdown that was measured twice.
      def slower
        @value.is_a?(Stats::Gate::Decision) ? @value.regressions : verdicts.select { |verdict| verdict.verdict == "slower" }
      end

      # The words without these options and their values.
      def without(words, *options)
        words.each_with_index.reject do |word, index|
          options.any? { |one| word == one || word.start_with?("#{one}=") || (index.positive? && words[index - 1] == one) }
        end.map(&:first)
      end

      def command(*words) = Report::CommandLine.of(words)
    end
  end
end
