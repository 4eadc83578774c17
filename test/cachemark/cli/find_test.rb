# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::FindTest < Minitest::Test
    include ACommand

    def test_a_search_for_outcomes_is_about_one_line_of_releases_and_no_times
      search = %w[--case key/longest]
      { %w[find dalli 2.7.11..3.2.8] => /lines: 2\.7, 3\.0, 3\.1, 3\.2\nsearch one line at a time, such as 3\.2\.0\.\.3\.2\.8/,
        %w[find dalli 3.1.6..3.2.1] => /several lines: 3\.1, 3\.2/,
        %w[find dalli 3.2.0..3.2.8 --margin 2% --all] => /--margin and --all are about times/,
        %w[find dalli 3.2.0..3.2.8 --case nope] => /no case matches nope/ }.each do |argv, wanted|
        assert_match wanted, refused(*argv, *search)
      end
      refute_path_exists Paths.new.records
    end

    def test_a_search_for_outcomes_is_not_continued
      path = file("find.jsonl", "#{JSON.generate(type: "run", schema: Record::SCHEMA, command: "find", argv: %w[find],
                                                 options: { cases: ["key/*"] }, seed: 7)}\n")

      assert_match(/a search for outcomes of check\nrepeat the search/, refused("find", "--resume", path))
    end

    def test_a_search_is_gone_on_with_in_its_own_words
      words = %w[find dali 1..2 --for 5m --format json --output /nowhere/x]
      path = file("find.jsonl", "#{JSON.generate(type: "run", schema: Record::SCHEMA, command: "find", argv: words, seed: 7)}\n")

      assert_match(/Did you mean dalli/, refused("find", "--resume", path))
    end

    def test_a_damaged_search_is_not_gone_on_with
      assert_match(/find.jsonl: its figures cannot be read \(NoMethodError: /, resumed(nil))
      assert_match(/find.jsonl:1: its command line cannot be read: find: invalid option: --bogus$/, resumed(%w[find --bogus]))
      assert_match(/find.jsonl: its figures cannot be read/, resumed(%w[find dalli 1..2], { type: "answer", found: 5 }))
    end

    def test_a_report_that_cannot_be_written_is_refused_before_it_goes_on
      ARepository.open("dalli") do |made|
        made.commit
        argv = %w[find dalli@git:HEAD~1..HEAD --scenario client/get]
        path = file("find.jsonl", "#{JSON.generate(type: "run", schema: Record::SCHEMA, command: "find", argv: argv, seed: 7)}\n")
        Dir.chdir(made.dir) do
          assert_match(%r{--output /nowhere/x}, refused("find", "--resume", path, "--output", "/nowhere/x"))
          assert_match(/cannot be one file/, refused("find", "--resume", path, "--output", "json=#{path}"))
        end
      end
    end

    private

    # The message of a search that was begun with these words and has these lines.
    def resumed(words, *lines)
      run = { type: "run", schema: Record::SCHEMA, command: "find", argv: words, seed: 7 }
      refused("find", "--resume", file("find.jsonl", [run, *lines].map { |line| "#{JSON.generate(line)}\n" }.join))
    end
  end

  class CLI::Find::RangeTest < Minitest::Test
    GET = { scenarios: ["client/get"] }.freeze

    def test_every_release_of_the_range_is_a_position
      task = select("dalli", "2.7.11..4.3.10", **GET).task({ margin: 0.01 })

      assert_equal %w[2.7.11 3.2.0 3.2.8 3.2.15 4.3.10], task.range.map(&:name)
      assert_equal (0..4).to_a, task.range.map(&:number)
      assert_equal task.range.map { |position| position.contender.id }, task.cells.map { |cell| cell.contender.id }
      assert_equal [{ margin: 0.01 }, ["client/get"]], [task.judging, task.cells.map { |cell| cell.scenario.id }.uniq]
    end

    def test_builds_only_the_ends_before_it_begins
      task = select("dalli", "2.7.11..4.3.10", **GET).task({})

      assert_equal %w[2.7.11 4.3.10], task.upfront.map(&:version)
    end

    def test_the_range_may_be_part_of_the_word
      assert_equal %w[2.7.2 2.7.11], select("dalli@2.7.2..2.7.11,namespace=n", **GET).task({}).range.map(&:name)
    end

    def test_nothing_rides_along
      assert_equal ["ruby/dalli"], select("dalli", "2.7.2..2.7.11").task({}).cells.map { |cell| cell.contender.client.id }.uniq
    end

    def test_every_scenario_has_every_position_in_order
      task = select("dalli", "2.7.11..3.2.8", scenarios: ["client/get", "client/set"]).task({})

      task.cells.group_by { |cell| cell.scenario.id }.each_value do |cells|
        assert_equal task.range.map { |position| position.contender.id }, cells.map { |cell| cell.contender.id }
      end
    end

    def test_commits_of_a_repository
      ARepository.open("dalli") do |made|
        made.git("tag", "first")
        made.commit("Spin in get")
        task, facts = Dir.chdir(made.dir) { select(git: "first..HEAD", **GET).then { |one| [one.task({}), one.suite_facts] } }

        assert_equal ["change", "Spin in get"], task.range.map(&:subject)
        assert_equal ["dalli@git:#{made.git("rev-parse", "--short", "HEAD")}", "first..HEAD"],
                     [task.range.last.contender.id[0, 17], facts["title"]]
      end
    end

    def test_a_record_of_other_versions_is_not_gone_on_with
      searched = select("dalli", "2.7.11..3.2.8", **GET)
      same = searched.task({}).range.map(&:facts)

      assert_nil searched.match!(record(same))
      assert_nil searched.match!(record([]))
      assert_match(/the range has other versions/, assert_raises(Usage) { searched.match!(record(same.drop(1))) }.message)
    end

    def test_refuses_malformed_ranges
      ["dalli", "dalli 3.2.8", "dalli 3.2.8..2.7.11", "socket 1..2", "dalli 2.7.11..9.9"].each do |words|
        assert_raises(Usage, words) { select(*words.split, **GET).task({}) }
      end
    end

    private

    def select(*words, **options)
      CLI::Find::Range.new(words, options, catalog: MadeCells::CATALOG, versions: MadeRegistry.new,
                                        runtime: MadeRegistry::Runtime.new("3.1.2"))
    end

    def record(positions) = Record.from_lines(positions.map { |facts| { **Line["position"], **facts } }, path: "/r.jsonl")
  end
end
