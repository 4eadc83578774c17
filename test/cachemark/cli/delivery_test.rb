# frozen_string_literal: true

require "test_helper"
require "json"
require "minitest/mock"
require "rexml/document"

module Cachemark
  class CLI::DeliveryTest < Minitest::Test
    include ACommand

    DOCUMENT = "# Title\n<!-- results_table -->\nold\n<!-- result_table_end -->\nrest\n"

    def test_a_page_is_not_for_a_terminal
      terminal = StringIO.new.tap { |out| out.define_singleton_method(:tty?) { true } }
      check = ->(**options) { CLI::Delivery.new(options, out: terminal, err: StringIO.new).check({}) }

      assert_match(/add --output report.html/, assert_raises(Usage) { check.call(format: "html") }.message)
      check.call(format: "html", output: file("report.html"))
      delivery(format: "html").check({})
    end

    def test_a_further_report_is_looked_at_as_the_first
      assert_match(/--output junit/, assert_raises(Usage) { delivery(reports: [["junit", file("absent/x")]]).check({}) }.message)
      error = assert_raises(Usage) { delivery(reports: [["junit", file("a")]], output: file("a")).check({}) }

      assert_match(/the output and the junit report cannot be one file/, error.message)
    end

    def test_writes_each_further_report
      record = MadeComparison.of(command: "gate", scenarios: %w[client/get], effects: { "client/get" => 0.05 }, sets: [1, 2])
      delivery(reports: [["junit", file("gate.xml")], ["json", file("gate.json")]]).deliver(record)

      assert_equal "1", REXML::Document.new(File.read(file("gate.xml"))).root.elements["testsuite"].attributes["failures"]
      assert_equal "regression", JSON.parse(File.read(file("gate.json"))).fetch("decision")
    end

    def test_only_the_table_of_a_run_goes_into_a_document
      error = assert_raises(Usage) { delivery(update: file("a.md", DOCUMENT)).deliver(MadeComparison.of) }

      assert_match(/--output document takes the record of a run/, error.message)
    end

    def test_never_overwrites_a_file_that_it_reads_under_any_name
      File.symlink(read = file("read", ""), link = file("link"))
      %i[output update].product([read, link]).each do |option, path|
        error = assert_raises(Usage) { delivery(option => path).check({}, read: [["locked record", read]]) }

        assert_match(/the locked record and the #{option} cannot be one file/, error.message)
      end
    end

    def test_never_writes_into_a_history_under_any_name
      FileUtils.mkdir_p(kept = file("history/records"))
      File.symlink(kept, file("link"))
      check = ->(written) { assert_raises(Usage, written) { delivery(history: file("history"), **written).check({}) }.message }

      assert_match(/the output cannot be written into the history in .*\nchoose a file/, check[{ output: "#{kept}/a.jsonl" }])
      assert_match(/the junit report cannot/, check[{ reports: [["junit", file("link/a")]] }])
      assert_match(/the record cannot/, check[{ record: file("history/a.jsonl") }])
      assert_raises(Usage) { delivery(output: File.join(Paths.new.history, "a")).check({}) }
      delivery(history: file("history"), output: file("history.md")).check({})
    end

    def test_a_link_to_what_is_not_there_yet_is_that_file
      File.symlink(file("new"), link = file("link"))

      assert_raises(Usage) { delivery(output: link).check({}, record: file("new")) }
    end

    def test_one_file_may_be_read_twice
      assert_nil delivery.check({}, read: [["suite", file("a.yml", "")], ["scenario", file("a.yml")]])
    end

    def test_a_document_without_a_place_is_refused
      assert_raises(Usage) { delivery(update: file("plain.md", "no markers\n")).check({}) }
    end

    def test_a_table_goes_into_a_document_and_nothing_else_changes
      subject = delivery(update: place = file("README.md", DOCUMENT))
      subject.check({})
      subject.deliver(Record.from_lines(lines))

      assert_includes File.read(place), "dalli"
      assert_equal ["# Title\n", "rest\n"], File.readlines(place).values_at(0, -1)
    end

    def test_the_layout_that_is_asked_for_says_where_in_a_document
      path = file("a.md", "results\n---\nold\n")

      assert_match(/there is no <!-- results_table -->/, assert_raises(Usage) { delivery(update: path).check({}) }.message)
      subject = delivery(update: path, format: "gevent")
      subject.check({})
      assert subject.deliver(MadeRecord.of)
      assert_match(/\Aresults\n---\n\n\n### dalli set \(3 keys\)\n/, File.read(path))
    end

    def test_a_run_that_ended_early_leaves_a_document_as_it_was
      subject = delivery(update: place = file("README.md", DOCUMENT))
      subject.deliver(Record.from_lines(lines(ending: { "outcome" => "interrupted" })))

      assert_equal DOCUMENT, File.read(place)
      assert_match(/is unchanged: the run ended early/, @err.string)
    end

    def test_unless_it_is_asked_for_anyway
      delivery(update: place = file("README.md", DOCUMENT), allow_incomplete: true)
        .deliver(Record.from_lines(lines(ending: { "outcome" => "interrupted" })))

      assert_includes File.read(place), "dalli"
    end

    def test_the_terminal_has_the_figures_of_a_report_in_a_file
      lines = MadeComparison.lines(effects: { "client/get" => 0.05 }, ending: { "outcome" => "interrupted" })
      delivery(output: file("a.html"), format: "html").deliver(Record.from_lines(lines, path: "/r.jsonl"))
      first, *, record, report = @err.string.lines(chomp: true)

      assert_equal ["Interrupted: these are the results so far.", "Record: /r.jsonl", "Report: #{file("a.html")}"],
                   [first, record, report]
      assert_match(/^  get \S* ?slower \+5\.\d % \[4\.\d, 5\.\d\] 14 pairs$/, @err.string)
      assert_match(/^  set .*same .* 14 pairs$/, @err.string)
    end

    def test_a_report_that_cannot_be_written_is_made_again_from_the_record
      skip "this machine has no /dev/full" unless File.exist?("/dev/full")
      subject = delivery(output: "/dev/full", format: "json")
      made = assert_raises(Trouble) { subject.deliver(Record.from_lines(lines, path: "/records/a b.jsonl")) }
      bare = assert_raises(Trouble) { subject.deliver(Record.from_lines(lines)) }

      assert_match(%r{\Acannot write /dev/full: No space left on device}, made.what)
      assert_equal "fix this, then: cachemark show '/records/a b.jsonl' --output json=/dev/full", made.try
      assert_equal "fix this and repeat the command", bare.try
    end

    def test_a_document_that_cannot_be_written_is_updated_again_from_the_record
      subject = delivery(update: place = file("README.md", DOCUMENT))
      full = ->(*) { raise Trouble.new("cannot write it", try: "no") }
      error = AtomicFile.stub(:write, full) do
        assert_raises(Trouble) { subject.deliver(Record.from_lines(lines, path: "/run.jsonl")) }
      end

      assert_equal "fix this, then: cachemark show /run.jsonl --output document=#{place}", error.try
    end

    def test_names_the_record_and_the_next_step
      delivery.deliver(Record.from_lines(lines, path: "/records/run.jsonl"))

      assert_match(%r{Record: /records/run.jsonl\nNext: cachemark show /records/run.jsonl --format html --output report.html},
                   @out.string)
    end

    private

    def lines(**made) = MadeRecord.lines(**made)

    def delivery(**options) = CLI::Delivery.new(options, out: @out = StringIO.new, err: @err = StringIO.new)
  end

  class CLI::Delivery::SubjectTest < Minitest::Test
    def test_only_a_run_can_be_one_at_rates
      assert_equal ["run --rate", "run", "compare"],
                   [["run", { "rates" => [5] }], ["run", {}], ["compare", { "rates" => [5] }]]
                     .map { |command, options| CLI::Delivery::Subject.kind({ "command" => command, "options" => options }) }
    end

    def test_a_search_for_outcomes_has_the_reports_of_a_check
      assert_equal %w[find check], [{}, { "cases" => ["key/*"] }].map { |options|
        CLI::Delivery::Subject.kind({ "command" => "find", "options" => options })
      }
    end

    def test_a_calibration_is_for_its_program
      error = assert_raises(Usage) { CLI::Delivery::Subject.new(MadeCalibration.record) }

      assert_match(%r{calibration\nruby bench/calibrate\.rb}, error.message)
    end

    def test_a_search_that_was_ended_says_how_to_go_on
      { "interrupted" => true, "stopped early" => true, "complete" => false }.each do |outcome, goes_on|
        lines = MadeComparison.lines(command: "find", ending: { "outcome" => outcome })
        page = CLI::Delivery::Subject.new(Record.from_lines(lines, path: "/r.jsonl")).report("terminal")

        assert_equal goes_on, page.include?("\nNext: cachemark find --resume /r.jsonl\nNext: cachemark show"), outcome
      end
    end

    def test_a_search_whose_time_was_over_is_continued_for_longer
      stopped = { "type" => "event", "kind" => "stopped", "message" => "the time is over\nTry: find --resume x --for 120s",
                  "needed_s" => 120 }
      lines = MadeComparison.lines(command: "find", ending: { "outcome" => "stopped early" }, more: [stopped])
      page = CLI::Delivery::Subject.new(Record.from_lines(lines, path: "/r.jsonl")).report("terminal")

      assert_equal ["Next: cachemark find --resume /r.jsonl --for 120s"], page.lines(chomp: true).grep(/--for 120s/)
    end

    def test_the_proposed_next_command_works
      %w[run compare gate find selftest].each do |command|
        lines = MadeComparison.lines(command: command)
        subject = CLI::Delivery::Subject.new(Record.from_lines(lines, path: "/r.jsonl"))
        format = subject.report("terminal")[/^Next: cachemark show .* --format (\w+)/, 1]

        assert subject.report(format), command
      end
    end
  end

  class CLI::NextStepsTest < Minitest::Test
    extend Golden

    SLOWER = { "client/get" => 0.05 }.freeze
    YJIT = %w[compare --with ruby=3.3 --with jit=yjit --with memcached=1.6 --with server=10.0.0.1:1 --allow non-empty].freeze
    COMMITS = %w[dalli@git:4e1f,repo=/r dalli@path:/r].freeze
    REPOSITORY = ->(line) { line.merge("notation" => "#{line["contender"]},repo=/r") }
    FOLDER = ->(line) { line.merge("notation" => line["contender"].sub("..", "/src")) }
    PYTHON = ->(line) { line["contender"] == "pymemcache@3.5.2" ? { "client" => "python/pymemcache" } : {} }

    TEXTS = {
      "a run" => -> { steps(MadeRecord.lines) },
      "words are written as a shell takes them" => -> { steps(MadeRecord.lines, path: "/my runs/r.jsonl") },
      # A release that is slower is looked for, where there is a way from one to the other.
      "a slower release" => -> { slower(%w[dalli@2.7.11 dalli@3.2.8]) },
      "a slower release with an option" => -> { slower(%w[dalli@3.2.8,protocol=meta dalli@4.3.10,protocol=meta]) },
      "a slower folder" => -> { slower(%w[dalli@3.2.8 dalli@path:../dalli]) },
      "a slower old release" => -> { slower(%w[dalli@3.2.8 dalli@2.7.11]) },
      "a slower other client" => -> { slower(%w[dalli@3.2.8 memcached@1.8.0]) },
      "a slower release with another option" => -> { slower(%w[dalli@2.7.11 dalli@3.2.8,protocol=meta]) },
      "a slower copy" => -> { slower(%w[memcache-client@1.5.0 memcache-client@rails-2.2.2]) },
      "a slower client of another language" => -> { slower(%w[dalli@3.2.8 pymemcache@3.5.2], cells: PYTHON) },
      "a faster client" => -> { steps(MadeComparison.lines(contenders: %w[a@1 b@2], effects: { "client/get" => -0.05 })) },
      "the runtime and the servers of the run" => -> { on_yjit(YJIT, "memcached" => "1.6.45") },
      "the runtime of a record that was locked" => -> { on_yjit(%w[compare --with locked=r.jsonl], "servers" => 3) },
      "a slower commit in any folder" => -> { slower(%w[dalli@git:a dalli@git:b], cells: REPOSITORY) },
      "a regression is looked for among the commits" => -> { slower(COMMITS, command: "gate", sets: [1, 2]) },
      "a slowdown that a search found" => lambda do
        positions = %w[3.0.2 3.0.3].map { |name| { **Line["position"], "name" => name, "contender" => "dalli@#{name}" } }
        CLI::Delivery::NextSteps.new(Record.from_lines(positions, path: "/r.jsonl"), MadeSteps.steps, %w[json]).to_a
      end,
      "a change that was found can be measured again" => -> { steps(found) },
      # An unresolved comparison takes the time that its interval needs, if that is not too long.
      "an unresolved comparison" => -> { unresolved(%w[compare a b --for 30s --record x.jsonl]) },
      "an unresolved comparison without its time" => -> { unresolved(%w[compare], options: { "for_s" => nil }) },
      "an unresolved comparison of a folder" => lambda do
        unresolved(%w[compare], contenders: %w[dalli@3.2.8 dalli@path:../dalli], cells: FOLDER)
      end,
      "a run that would take too long" => -> { steps(MadeComparison.lines(spread: 3.0)) },
      "a run that could not go to its end" => lambda do
        stopped({ "argv" => %w[gate --for=40s --scenario client/*] }, ending: { "outcome" => "stopped early" })
      end,
      "a gate of a folder" => -> { stopped_gate(COMMITS) },
      "a gate of two commits" => -> { stopped_gate(%w[dalli@git:4e1f,repo=/r dalli@git:b0,repo=/r]) }
    }.freeze
    golden "next-steps", TEXTS

    def test_a_record_can_be_shown_as_a_document
      show = "cachemark show /r.jsonl --format"
      { %w[terminal json markdown html] => ["#{show} html --output report.html"], %w[json markdown] => ["#{show} markdown"],
        %w[terminal json] => ["#{show} json"], %w[terminal] => [] }
        .each { |formats, shown| assert_equal shown, steps(MadeRecord.lines, formats: formats) }
      assert_empty CLI::Delivery::NextSteps.new(MadeRecord.of, MadeRecord.table, %w[json]).to_a, "a record without a file"
    end

    def test_a_gate_that_passed_is_not_measured_for_longer
      record = Record.from_lines(MadeComparison.lines(spread: 0.03), path: "/r.jsonl")
      next_steps = %w[passed undecided].map do |result|
        decision = MadeVerdicts.decision(comparison: Stats::Comparison.of(record), results: [result])
        CLI::Delivery::NextSteps.new(record, decision, %w[json]).to_a.grep(/ --for \d/)
      end

      assert_equal [0, 1], next_steps.map(&:size)
    end

    def test_files_of_the_run_have_their_whole_paths
      FolderTree.open("mine.yml" => "") do |folder|
        words = %w[compare a b --until 1% --for 30s --locked r.jsonl --scenario mine.yml --scenario your.yml]
        step = Dir.chdir(folder) { unresolved(words).first }
        own = "--with locked=#{File.realpath(folder)}/r.jsonl --scenario #{File.realpath(folder)}/mine.yml --scenario your.yml"

        assert_match(/ #{own} --for 1% --for \d+s\z/, step)
      end
    end

    private

    def slower(contenders, **made) = steps(MadeComparison.lines(contenders: contenders, effects: SLOWER, **made))
    def unresolved(argv, **made) = steps(MadeComparison.lines(spread: 0.03, run: { "argv" => argv }, **made))

    # A comparison whose contenders have a runtime that is not in their names.
    def on_yjit(argv, options)
      cells = ->(line) { line.merge("notation" => "#{line["contender"]},ruby=/r/ruby,jit=yjit") }
      slower(%w[dalli@2.7.11 dalli@3.2.8], cells: cells, options: options, run: { "argv" => argv })
    end

    def stopped(run, **made)
      event = { "type" => "event", "kind" => "stopped", "message" => "12 pairs do not fit", "needed_s" => 84 }
      steps(MadeComparison.lines(more: [event], run: run, **made))
    end

    def stopped_gate(contenders)
      stopped({ "argv" => %w[gate --base git:main --metric cpu --junit g.xml] }, command: "gate", contenders: contenders)
    end

    def found
      positions = %w[1.0 1.1].each_with_index.map do |name, at|
        { **Line["position"], "position" => at, "contender" => "dalli@#{name}", "name" => name }
      end
      change = { "from" => 0, "to" => 1, "effects" => [0.05] * 12, "skipped" => [] }
      answer = { "type" => "answer", "scenario" => "client/get", "mode" => "sync", "metric" => "cpu", "found" => [change] }
      MadeComparison.lines(command: "find", contenders: %w[dalli@1.0 dalli@1.1], scenarios: ["client/get"],
                           more: [*positions, answer], options: { "servers" => 2 })
    end

    def steps(lines, path: "/r.jsonl", formats: %w[terminal json])
      record = Record.from_lines(lines, path: path)
      CLI::Delivery::NextSteps.new(record, CLI::Delivery::Subject.new(record).value, formats).to_a
    end
  end
end
