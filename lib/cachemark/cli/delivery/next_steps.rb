# frozen_string_literal: true

module Cachemark
  module CLI
    class Delivery
      # The commands that the last lines of a report suggest: to continue, to measure more precisely, to find the cause, and
      # to see the report in another format.
      class NextSteps
        # Longer measurements are not suggested; another machine is a better solution.
        LONGEST_S = 6 * 3600
        # A release of a client, with its options: dalli@3.2.8,protocol=meta.
        RELEASE = /\A(?<client>[\w-]+)@(?<version>\d[\w.]*)(?<options>(?:,[^,]+)*)\z/
        COMMIT = /\A(?<client>[\w-]+)@git:(?<ref>[^,]+)(?<options>(?:,[^,]+)*)\z/
        CHECKOUT = /\A[\w-]+@(?:path|git):/
        # A suite, a scenario or a record.
        FILE = /\.(?:ya?ml|jsonl?)\z/
        # Every kind has a document for people, or at least one for programs.
        DOCUMENTS = { "html" => "html --output report.html", "markdown" => "markdown", "json" => "json" }.freeze
        private_constant :LONGEST_S, :RELEASE, :COMMIT, :CHECKOUT, :FILE, :DOCUMENTS

        # `value` is the subject of the record, `formats` the names of its reports.
        #: (Record, Object, Array[String]) -> void
        def initialize(record, value, formats)
          @record = record
          @value = value
          @formats = formats
        end

        #: () -> Array[String]
        def to_a = @record.path ? [resume, longer, explain, *again, search, document].compact : []

        private

        # An undecided search can be continued, unless more pairs would not decide it.
        def resume
          return if @record.hosts.any? || !@value.is_a?(Stats::Steps) || !@value.undecided
          return unless @value.outcome != "complete" || open_retest?

          command("find", "--resume", @record.path, *(["--for", "#{asked_s}s"] if asked_s))
        end

        def open_retest? = @value.changed_spans.any? { |span| span.kind == "retest" }

        # The same command with the duration that the run itself suggested, or that its verdicts need.
        def longer
          seconds = asked_s || needed_s unless @value.is_a?(Stats::Steps)
          return unless seconds&.between?(1, LONGEST_S)

          shares = CommandLine.only(whole, "--for").filter_map { |word| word[/[\d.]+%/] }
          precision = shares.last(1).flat_map { |share| ["--for", share] }
          command(*CommandLine.without(whole, "--for"), *precision, "--for", "#{seconds}s")
        end

        # The words of the run, for any folder.
        def whole
          words = @value.is_a?(Stats::Gate::Decision) ? Report::Gate.whole(@value) : Report::Repeats.words(@record.run)
          words.map { |word| word.match?(FILE) && File.file?(word) ? File.expand_path(word) : place(word) }
               .map { |word| word.gsub(/(?:\A|[,=])(?:locked|data)=\K[^,]+/) { |path| File.expand_path(path) } }
        end

        def place(word) = word.match?(CHECKOUT) ? notation(word) : word

        # The changes that a search found.
        def again
          return [] unless @value.is_a?(Stats::Steps)

          @value.found.map { |change| command(*Report::Find.again(change, @value, @record)) }
        end

        # A run that stopped early reports how long it takes.
        def asked_s
          stopped = @record.events.reverse.find { |event| event["kind"] == "stopped" }
          stopped && stopped["needed_s"]
        end

        # The width of an interval is inversely proportional to the root of the time; in whole minutes.
        def needed_s
          open = undecided.select { |verdict| verdict.verdict == "unresolved" && verdict.half_width }
          return if open.empty? || @record.ending["outcome"] != "complete" || @record.hosts.any?

          times = (open.map(&:half_width).max / @record.run.dig("options", "margin"))**2
          ((@record.run.dig("options", "for_s") || Selection::FOR_S) * times / 60).ceil * 60
        rescue FloatDomainError, TypeError # an interval without an end, a record of before
          nil
        end

        # Shows what became slower, by the largest slowdown. Only one call at a time can be traced, and only methods of one
        # language have names in common.
        def explain
          sides, changed = slowdowns.select { |_, change| change.mode == "sync" }.max_by { |_, change| change.effect }
          command("explain", *sides.map { |id| notation(id) }, "--scenario", changed.scenario, *servers) if changed
        end

        # [both contenders, a change that costs more] of a comparison, a gate or a search.
        def slowdowns
          if @value.is_a?(Stats::Steps)
            contenders = @record.positions.to_h { |line| line.values_at("name", "contender") }
            found = @value.found.select { |change| change.effect.positive? }
            return found.map { |change| [contenders.values_at(change.from, change.to), change] }.select { |sides, _| sides.all? }
          end

          languages = @record.cells.to_h { |cell| [cell["contender"], cell["client"].to_s[/\A\w+/]] }
          slower.map { |verdict| [[verdict.baseline, verdict.contender], verdict] }
                .select { |sides, _| languages.values_at(*sides).uniq.one? }
        end

        # The contender of a suite has a name that means nothing elsewhere. Folders and commits have the notation that names
        # the same code in any folder.
        def notation(id)
          @notations ||= @record.cells.to_h { |cell| cell.values_at("contender", "notation") }.compact
          exact = @notations.fetch(id, id)
          id.include?("@") && !id.match?(CHECKOUT) ? [id, *runtime(id, exact)].join(",") : exact
        end

        # The options of a contender that were given for the whole run, as they were typed there if they were.
        def runtime(id, exact)
          missing = Vocabulary::Language.runtime_options.select { |name| exact.include?(",#{name}=") && !id.include?(",#{name}=") }
          missing.map do |name|
            CommandLine.conditions(@record.run["argv"].to_a, [name]).last || exact[/,(#{name}=[^,]+)/, 1]
          end
        end

        def servers = Report::Repeats.servers(@record.run)

        # Finds the release or commit with the change.
        def search
          changed = slower.first or return
          from, to = [changed.baseline, changed.contender].map { |id| RELEASE.match(notation(id)) }
          scenario = ["--scenario", changed.scenario, *metric(changed), *servers]
          return commits(changed, scenario) unless from && to

          same = from[:client] == to[:client] && from[:options] == to[:options]
          return unless same && Gem::Version.new(from[:version]) < Gem::Version.new(to[:version])

          command("find", "#{from[:client]}#{from[:options]}", "#{from[:version]}..#{to[:version]}", *scenario)
        rescue ArgumentError # a copy that the catalogue names is not a number
          nil
        end

        # A search is by time unless it names another metric.
        def metric(changed)
          others = Vocabulary::Metrics::SEARCHABLE - [Vocabulary::Metrics::DEFAULT]
          ["--metric", changed.metric] if others.include?(changed.metric)
        end

        # In the repository in which the gate ran.
        def commits(changed, scenario)
          return unless @record.run["command"] == "gate" && (base = COMMIT.match(notation(changed.baseline)))

          command("find", "#{base[:client]}#{base[:options]}", "git:#{base[:ref]}..HEAD", *scenario)
        end

        def document
          name = DOCUMENTS.keys.find { |one| @formats.include?(one) }
          "#{command("show", @record.path)} --format #{DOCUMENTS[name]}" if name
        end

        # A gate can pass a cell that a comparison could not tell apart.
        def undecided = @value.is_a?(Stats::Gate::Decision) ? @value.undecided : verdicts

        def verdicts
          case @value
          when Stats::Comparison then @value.verdicts
          when Stats::Gate::Decision then @value.comparison.verdicts
          else []
          end
        end

        # A gate fails only if a slowdown was measured twice.
        def slower
          @value.is_a?(Stats::Gate::Decision) ? @value.regressions : verdicts.select { |verdict| verdict.verdict == "slower" }
        end

        def command(*words) = CommandLine.of(words)
      end
    end
  end
end
