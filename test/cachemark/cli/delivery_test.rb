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
    def test_a_record_can_be_shown_as_a_document
      { %w[terminal json markdown html] => "html --output report.html", %w[json markdown] => "markdown",
        %w[terminal json] => "json" }.each do |formats, format|
        assert_equal ["cachemark show /r.jsonl --format #{format}"], steps(MadeRecord.lines, formats: formats)
      end
      assert_empty steps(MadeRecord.lines, formats: %w[terminal])
    end

    def test_a_record_without_a_file_has_no_next_step
      assert_empty CLI::Delivery::NextSteps.new(MadeRecord.of, MadeRecord.table, %w[json]).to_a
    end

    def test_words_are_written_as_a_shell_takes_them
      assert_equal ["cachemark show '/my runs/r.jsonl' --format json"], steps(MadeRecord.lines, path: "/my runs/r.jsonl")
    end

    def test_a_release_that_is_slower_is_looked_for
      assert_equal "cachemark find dalli 2.7.11..3.2.8 --scenario client/get", compared(%w[dalli@2.7.11 dalli@3.2.8])[1]
      assert_equal "cachemark find dalli,protocol=meta 3.2.8..4.3.10 --scenario client/get",
                   compared(%w[dalli@3.2.8,protocol=meta dalli@4.3.10,protocol=meta])[1]
    end

    def test_a_slowdown_is_explained
      assert_equal "cachemark explain dalli@3.2.8 dalli@path:../dalli --scenario client/get",
                   compared(%w[dalli@3.2.8 dalli@path:../dalli]).first
      assert_equal 1, steps(MadeComparison.lines(contenders: %w[a@1 b@2], effects: { "client/get" => -0.05 })).size
    end

    def test_the_next_step_has_the_runtime_and_the_servers_of_the_run
      argv = %w[compare --with ruby=3.3 --with jit=yjit --with memcached=1.6 --with server=10.0.0.1:1 --allow non-empty]
      servers = "--scenario client/get --with memcached=1.6.45 --with server=10.0.0.1:1 --allow non-empty"

      assert_equal ["cachemark explain dalli@2.7.11,ruby=3.3,jit=yjit dalli@3.2.8,ruby=3.3,jit=yjit #{servers}",
                    "cachemark find dalli,ruby=3.3,jit=yjit 2.7.11..3.2.8 #{servers}"],
                   on_yjit(argv, "memcached" => "1.6.45").first(2)
      assert_equal "cachemark find dalli,ruby=/r/ruby,jit=yjit 2.7.11..3.2.8 --scenario client/get --with ring=3",
                   on_yjit(%w[compare --with locked=r.jsonl], "servers" => 3)[1]
    end

    def test_clients_of_two_languages_are_not_explained
      lines = MadeComparison.lines(contenders: %w[dalli@3.2.8 pymemcache@3.5.2], effects: { "client/get" => 0.05 })
      cells = lines.map { |line| line["contender"] == "pymemcache@3.5.2" ? line.merge("client" => "python/pymemcache") : line }

      assert_empty steps(cells).grep(/explain/)
    end

    def test_a_slowdown_that_a_search_found_is_explained
      positions = %w[3.0.2 3.0.3].map { |name| { **Line["position"], "name" => name, "contender" => "dalli@#{name}" } }
      found = CLI::Delivery::NextSteps.new(Record.from_lines(positions, path: "/r.jsonl"), MadeSteps.steps, %w[json])

      assert_equal "cachemark explain dalli@3.0.2 dalli@3.0.3 --scenario client/get", found.to_a.first
    end

    def test_only_where_there_is_a_way_from_one_to_the_other
      [%w[dalli@3.2.8 dalli@2.7.11], %w[dalli@3.2.8 memcached@1.8.0], %w[dalli@3.2.8 dalli@path:../dalli],
       %w[dalli@2.7.11 dalli@3.2.8,protocol=meta], %w[memcache-client@1.5.0 memcache-client@rails-2.2.2]].each do |contenders|
        assert_empty compared(contenders).grep(/find/), contenders
      end
    end

    def test_a_regression_is_looked_for_among_the_commits
      contenders = %w[dalli@git:4e1f,repo=/r dalli@path:/r]
      lines = MadeComparison.lines(command: "gate", contenders: contenders, effects: { "client/get" => 0.05 }, sets: [1, 2])

      assert_equal ["cachemark explain dalli@git:4e1f,repo=/r dalli@path:/r --scenario client/get",
                    "cachemark find dalli,repo=/r git:4e1f..HEAD --scenario client/get"], steps(lines).first(2)
    end

    def test_the_precision_and_the_record_of_a_run_are_kept
      Dir.mktmpdir do |folder|
        Dir.chdir(folder) do
          lines = MadeComparison.lines(spread: 0.03, run: { "argv" => %w[compare --until 1% --for 30s --locked r.jsonl] })

          assert_match(%r{\A.* --with locked=#{File.realpath(folder)}/r.jsonl --for 1% --for \d+s\z}, steps(lines).first)
        end
      end
    end

    def test_an_unresolved_comparison_proposes_the_time_that_its_interval_needs
      lines = MadeComparison.lines(spread: 0.03, run: { "argv" => %w[compare a b --for 30s --record x.jsonl] })
      step = steps(lines).first

      assert_match(/\Acachemark compare a b --for \d+s\z/, step)
      assert_equal 0, step[/(\d+)s\z/, 1].to_i % 60
    end

    def test_a_record_without_its_time_had_the_usual_one
      lines = MadeComparison.lines(spread: 0.03, options: { "for_s" => nil })

      assert_match(/ --for \d+s\z/, steps(lines).first)
    end

    def test_a_gate_that_passed_is_not_measured_for_longer
      record = Record.from_lines(MadeComparison.lines(spread: 0.03), path: "/r.jsonl")
      next_steps = lambda do |result|
        decision = MadeVerdicts.decision(comparison: Stats::Comparison.of(record), results: [result])
        CLI::Delivery::NextSteps.new(record, decision, %w[json]).to_a.grep(/ --for \d/)
      end

      assert_equal [0, 1], [next_steps.call("passed"), next_steps.call("undecided")].map(&:size)
    end

    def test_does_not_propose_a_run_that_would_take_too_long
      assert_equal 1, steps(MadeComparison.lines(spread: 3.0)).size
    end

    def test_a_run_that_could_not_go_to_its_end_says_how_long_it_takes
      stopped = { "type" => "event", "kind" => "stopped", "message" => "12 pairs do not fit", "needed_s" => 84 }
      lines = MadeComparison.lines(ending: { "outcome" => "stopped early" }, more: [stopped],
                                   run: { "argv" => %w[gate --for=40s --scenario client/*] })

      assert_equal "cachemark gate --scenario 'client/*' --for 84s", steps(lines).first
    end

    def test_a_change_that_was_found_can_be_measured_again
      positions = %w[1.0 1.1].each_with_index.map do |name, at|
        { **Line["position"], "position" => at, "contender" => "dalli@#{name}", "name" => name }
      end
      found = { "from" => 0, "to" => 1, "effects" => [0.05] * 12, "skipped" => [] }
      answer = { "type" => "answer", "scenario" => "client/get", "mode" => "sync", "metric" => "cpu", "found" => [found] }
      lines = MadeComparison.lines(command: "find", contenders: %w[dalli@1.0 dalli@1.1], scenarios: ["client/get"],
                                   more: [*positions, answer], options: { "servers" => 2 })

      assert_equal "cachemark compare dalli@1.0 dalli@1.1 --scenario client/get --metric cpu --with ring=2", steps(lines)[1]
    end

    def test_a_gate_is_repeated_in_any_folder
      stopped = { "type" => "event", "kind" => "stopped", "message" => "no time", "needed_s" => 84 }
      [[%w[dalli@git:4e1f,repo=/r dalli@path:/r], "gate --metric cpu --base git:4e1f --head path:/r"],
       [%w[dalli@git:4e1f,repo=/r dalli@git:b0,repo=/r], "compare dalli@git:4e1f,repo=/r dalli@git:b0,repo=/r --metric cpu"]]
        .each do |contenders, words|
        lines = MadeComparison.lines(command: "gate", contenders: contenders, more: [stopped],
                                     run: { "argv" => %w[gate --base git:main --metric cpu --junit g.xml] })

        assert_equal "cachemark #{words} --for 84s", steps(lines).first
      end
    end

    def test_a_slowdown_of_a_commit_is_explained_in_any_folder
      cells = ->(line) { line.merge("notation" => "#{line["contender"]},repo=/r") }
      lines = MadeComparison.lines(contenders: %w[dalli@git:a dalli@git:b], effects: { "client/get" => 0.05 }, cells: cells)

      assert_includes steps(lines), "cachemark explain dalli@git:a,repo=/r dalli@git:b,repo=/r --scenario client/get"
    end

    def test_a_file_has_its_whole_path
      Dir.mktmpdir do |folder|
        File.write(File.join(folder, "mine.yml"), "")
        lines = MadeComparison.lines(spread: 0.03, run: { "argv" => %w[compare a b --scenario mine.yml --scenario your.yml] })
        step = Dir.chdir(folder) { steps(lines).first }

        assert_match(%r{\Acachemark compare a b --scenario #{File.realpath(folder)}/mine.yml --scenario your.yml --for }, step)
      end
    end

    def test_a_folder_has_its_notation
      cells = ->(line) { line.merge("notation" => line["contender"].sub("..", "/src")) }
      lines = MadeComparison.lines(contenders: %w[dalli@3.2.8 dalli@path:../dalli], spread: 0.03, cells: cells)

      assert_match(%r{\Acachemark compare dalli@3\.2\.8 dalli@path:/src/dalli --for }, steps(lines).first)
    end

    private

    # The next steps of a comparison whose contenders have a runtime that is not in their names.
    def on_yjit(argv, options)
      cells = ->(line) { line.merge("notation" => "#{line["contender"]},ruby=/r/ruby,jit=yjit") }
      steps(MadeComparison.lines(effects: { "client/get" => 0.05 }, cells: cells, options: options, run: { "argv" => argv }))
    end

    def compared(contenders)
      steps(MadeComparison.lines(contenders: contenders, effects: { "client/get" => 0.05 }))
    end

    def steps(lines, path: "/r.jsonl", formats: %w[terminal json])
      record = Record.from_lines(lines, path: path)
      CLI::Delivery::NextSteps.new(record, CLI::Delivery::Subject.new(record).value, formats).to_a
    end
  end
end
