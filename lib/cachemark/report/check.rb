# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Check as text: which cases each contender passed, and how it failed the others.
    module Check
      extend Kind
      FORMATS = %w[terminal markdown html junit json].freeze
      READ_FIRST = "Each cell leads to what was expected and seen, the client's history and what went over the wire, with " \
                   "the command that repeats it."
      # The number of places of a sweep that a terminal names; a page has all of them.
      SHOWN = 5
      private_constant :READ_FIRST, :SHOWN

      class << self
        #: (Stats::Check, Record) -> Document
        def document(check, _record)
          words = Words.new(check)
          Document.new(title: ["Cachemark check", *check.suite["title"]].join(": "), headline: words.answer, origin: check,
                       parts: Parts.new(check, words).to_a, data: -> { Data.json(check, words) })
        end

        # The command that repeats exactly one case, or the cases of its contender that match `pattern`.
        #: (Stats::Check, Stats::Check::Outcome | Findings::Remark, ?String) -> String
        def replay(check, found, pattern = found.case)
          runtime = CommandLine.conditions(check.run["argv"].to_a, Vocabulary::Language.runtime_options)
          CommandLine.of(["check", found.contender, *found.peers, *(["--with", runtime.join(",")] if runtime.any?),
                          *Repeats.servers(check.run), "--case", pattern, "--with", "seed=#{check.run["seed"]}"])
        end

        # "3 CORRUPT", "8 PASS": the worst first.
        #: (Array[Outcome]) -> Array[String]
        def tally(outcomes)
          outcomes.sort_by { |outcome| -outcome.severity }.map(&:outcome).tally.map { |outcome, number| "#{number} #{outcome}" }
        end
      end

      # The parts of the document of a check.
      class Parts
        #: (Stats::Check, Words) -> void
        def initialize(check, words)
          @check = check
          @words = words
          @ids = check.shown.each_with_index.to_h { |outcome, at| [[outcome.contender, outcome.case], "cell-#{at + 1}"] }
        end

        #: () -> Array
        def to_a
          [*doubts, *advisories, Part::Heading.new(id: "releases", text: "Releases"), *@check.axes.flat_map { |axis| axis(axis) },
           Part::Heading.new(id: "findings", text: "Bad outcomes"), *findings,
           Part::Heading.new(id: "baseline", text: "Compared with the baseline"), *baseline, *matrices, *remarks,
           Part::OnPage.new(make: -> { evidence }), Part::Heading.new(id: "notes", text: "Notes"),
           Part::Notes.new(sentences: @words.notes),
           Part::Origin.new(unfold: "How it was checked")]
        end

        private

        def doubts
          items = @words.doubts.map { |doubt| Part::Item.new(text: doubt, mark: "WRONG", tone: "wrong") }
          [Part::Heading.new(id: "doubts", text: "Controls that were judged wrongly"),
           Part::List.new(items: items, on: %i[terminal html])]
        end

        def advisories
          return [] if @check.advisories.empty?

          [Part::Heading.new(id: "advisories", text: "Advisories"), Advisories.table(@check.advisories),
           Part::List.new(items: Advisories.lacks(@check.advisories), indent: "  ")]
        end

        # A terminal has no room for each place of a sweep.
        def findings
          terminal, others = [SHOWN, nil].map do |most|
            @words.findings.map do |entry|
              example = entry.example
              Part::Item.new(mark: example.outcome, tone: example.outcome, text: @words.finding(entry), link: id(example),
                             details: places(@words.unsafe(example), most), code: Check.replay(@check, example, entry.pattern))
            end
          end
          [Part::List.new(items: terminal, on: @check.advisories.any? ? [] : %i[terminal]),
           Part::List.new(items: others, on: %i[markdown html])]
        end

        def places(all, most)
          more = most ? all.size - most : 0
          more.positive? ? [*all.first(most), "and #{Figures.counted(more, "more place")}"] : all
        end

        def baseline
          better = @words.better.map { |sentence| Part::Item.new(text: sentence, tone: "faster") }
          [Part::List.new(items: [*better, *@words.stale])]
        end

        # Harmless outcomes: a line for each fault, and one command that repeats all of them.
        def remarks
          return [] if @check.advisories.any?

          items = @words.remarks.map do |remark|
            Part::Item.new(mark: remark.outcome, tone: remark.outcome, text: remark.contender, details: remark.rows,
                           code: Check.replay(@check, remark, remark.pattern))
          end
          unfolded = items.map { |item| Part::List.new(items: [item], unfold: "#{item.mark} #{item.text}", on: %i[markdown]) }
          [Part::List.new(items: items, on: %i[terminal]), *unfolded]
        end

        def axis(axis)
          number = @check.axes.index(axis) + 1
          releases = Column.words("#{axis.unit}s", narrow: 20, rich: ->(row) { links(axis, row) }) do |row|
            row.runs.map { |from, to, outcome| "#{outcome} #{from == to ? from : "#{from}..#{to}"}" }.join(", ")
          end
          section = Stats::Section.new(heading: axis.name, rows: axis.rows)
          [Table.new(id: "axis-#{number}", caption: axis.name, sections: [section],
                     columns: [Column.words("case", &:case), releases]),
           Part::List.new(items: @words.changes(axis), indent: "  ")]
        end

        # A run of releases links to its first release.
        def links(axis, row)
          examples = @check.shown.select { |outcome| outcome.case == row.case }
          Part.listed(row.runs.map do |from, to, _|
            example = examples.find { |example| example.contender == axis.contenders.fetch(from) }
            [link(example), " #{from == to ? from : "#{from}..#{to}"}"]
          end)
        end

        # On a page, a matrix of cases and contenders; in other formats, of categories.
        def matrices
          return [] if @check.matrix.empty? || @check.advisories.any?

          names = @check.matrix.map(&:contender).uniq
          cases = Table.of_rows(id: "cases", caption: "Cases and contenders", rows: @check.matrix.group_by(&:case).to_a,
                                stacked: true, columns: [Column.words("case", &:first), *names.map { |name| case_column(name) }],
                                words: ->(row) { [row.first, *row.last.map(&:outcome)].join(" ") }, on: Part::PAGE)
          [Part::Heading.new(id: "matrix", text: "Cases"), Part::Text.new(text: READ_FIRST, on: Part::PAGE), cases,
           Table.of_rows(id: "categories", caption: "Categories and contenders", rows: @check.matrix.group_by(&:category).to_a,
                         columns: [Column.words("", always: true, &:first), *names.map { |name| category_column(name) }],
                         split: true, on: Part::TEXT)]
        end

        # The number of cases with each outcome, in the colour of the outcome.
        def category_column(name)
          Column.words(name, always: true, tone: ->(_row) { ->(line) { line.split.last } }) do |row|
            Check.tally(row.last.select { |outcome| outcome.contender == name }).join("\n")
          end
        end

        def case_column(name)
          of = ->(row) { row.last.find { |outcome| outcome.contender == name } }
          Column.words(name, number: ->(row) { of.call(row)&.severity }, tone: ->(row) { of.call(row)&.outcome },
                             rich: ->(row) { of.call(row)&.then { |outcome| link(outcome) } || "" }) do |row|
            of.call(row)&.outcome
          end
        end

        def id(outcome) = @ids.fetch([outcome.contender, outcome.case])

        def link(outcome)
          Part::Phrase.new(text: outcome.outcome, to: "##{id(outcome)}", tone: outcome.outcome,
                           label: "#{outcome.outcome}: #{outcome.contender} in #{outcome.case}")
        end

        def evidence
          parts = @check.shown.group_by(&:fault).map do |_, own|
            cells = own.map { |outcome| [id(outcome), outcome] }
            Evidence.new(@check, @words, cells).to_s
          end
          [Part::Heading.new(id: "evidence", text: "What was expected, and what was seen"), Part::Markup.new(html: parts.join)]
        end
      end

      # A check for programs: JSON as defined by schema/check.json, and test suites.
      module Data
        SCHEMA = "cachemark/check/1"
        private_constant :SCHEMA

        class << self
          # Every case with its outcome. Controls are listed separately.
          #: (Stats::Check, Words) -> Hash[Symbol, Object]
          def json(check, words)
            { **Provenance.new(check).head(SCHEMA), trusted: check.trusted?, summary: words.answer,
              cases: check.cases.map { |outcome| facts(check, outcome) }, **advisories(check),
              axis: check.axes.map { |axis| releases(axis) },
              controls: check.controls.map { |control| { **control.to_h, right: control.right? } }, baseline: baseline(check),
              **unexamined(check),
              faults: check.faults.values.map { |fault| { fault: fault.id, **fault.to_h.except(:id) } },
              failures: check.failures.map { |contender, reason| { contender: contender, reason: reason } } }
          end

          # A suite for each contender and a test case for each case. A bad case is a failure, unless a baseline already has
          # it; an unsupported case is skipped. A control with the wrong outcome is an error, and so is a case that could not
          # be examined completely.
          #: (Stats::Check) -> Array[Exports::Suite]
          def suites(check)
            words = Words.new(check)
            facts = { timestamp: check.run["started_at"].to_s.delete_suffix("Z") }
            contenders = check.cases.group_by(&:contender).map do |contender, own|
              cases = own.map { |outcome| test_case(check, words, outcome) }
              Exports::Suite.new(name: "cachemark check #{contender}", cases: cases, facts: facts)
            end
            [*contenders, *errors("controls", words.doubts.map { |doubt| ["control", doubt] }),
             *errors("unfinished", unfinished(check, words))]
          end

          private

          def unexamined(check)
            left = check.unexamined.map { |contender, cases| { contender: contender, cases: cases } }
            left.any? ? { unexamined: left } : {}
          end

          def advisories(check) = check.advisories.any? ? { advisories: Advisories.data(check.advisories) } : {}

          def facts(check, outcome)
            { case: outcome.case, fault: outcome.fault, contender: outcome.contender, mode: outcome.mode,
              outcome: outcome.outcome, n: outcome.n, times: outcome.times, reason: outcome.reason,
              replay: Check.replay(check, outcome),
              **{ notation: outcome.notation, because: outcome.because, points: outcome.points, unsafe: outcome.unsafe,
                  discarded: (outcome.discarded if outcome.discarded.any?) }.compact }
          end

          def releases(axis)
            { **axis.to_h.slice(:name, :releases), absent: axis.absent.keys, cases: axis.rows.map do |row|
              { case: row.case, runs: row.runs.map { |from, to, outcome| { from: from, to: to, outcome: outcome } },
                changes: row.changes(axis.releases).map { |change| { **change.to_h.except(:case), word: change.word } } }
            end }
          end

          def baseline(check)
            known = check.baseline or return
            { path: known.path, new: check.new_bad.map { |outcome| place(outcome) },
              worse: check.worse.map { |outcome, before| { **place(outcome), was: before } },
              better: known.better(check.cases).map { |outcome, before| { **place(outcome), was: before } },
              stale: known.stale.map { |contender, id| { contender: contender, case: id } } }
          end

          def place(outcome) = { contender: outcome.contender, case: outcome.case, outcome: outcome.outcome }

          # A bad case that the baseline already has is neither a failure nor a success.
          def test_case(check, words, outcome)
            members = { group: "cachemark.check.#{outcome.category}", name: outcome.case }
            known = words.known(outcome)
            message = "#{outcome.outcome}#{": #{outcome.reason}" if outcome.reason}#{"; #{known}" if known}"
            failed = check.failing.include?(outcome)
            if outcome.outcome == "UNSUPPORTED" || (outcome.bad? && !failed)
              Exports::Case.new(**members, state: "skipped", message: message, inline: true)
            elsif failed
              Exports::Case.new(**members, state: "failure", message: message, type: outcome.outcome,
                                           text: Check.replay(check, outcome))
            else Exports::Case.new(**members)
            end
          end

          def unfinished(check, words)
            lost = check.failures.map { |contender, reason| ["lost", "#{contender}: #{reason}"] }
            absent = check.untried.map { |contender| ["absent", "#{contender} had no case"] }
            [*lost, *absent, *([["ended", words.ending]] if check.interrupted? && !check.failed_fast?)]
          end

          def errors(name, found)
            cases = found.map do |kind, message|
              Exports::Case.new(group: "cachemark.check.#{kind}", name: message, state: "error", message: message, inline: true)
            end
            cases.empty? ? [] : [Exports::Suite.new(name: "cachemark check: #{name}", cases: cases, skips: false)]
          end
        end
      end
    end
  end
end
