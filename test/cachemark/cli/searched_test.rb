# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::SearchedTest < Minitest::Test
    GET = { scenarios: ["client/get"] }.freeze

    def test_every_release_of_the_range_is_a_position
      job = select("dalli", "2.7.11..4.3.10", **GET).job({ margin: 0.01 })

      assert_equal %w[2.7.11 3.2.0 3.2.8 3.2.15 4.3.10], job.range.map(&:name)
      assert_equal (0..4).to_a, job.range.map(&:number)
      assert_equal job.range.map { |position| position.contender.id }, job.cells.map { |cell| cell.contender.id }
      assert_equal [{ margin: 0.01 }, ["client/get"]], [job.judging, job.cells.map { |cell| cell.scenario.id }.uniq]
    end

    def test_only_the_ends_must_stand_before_it_begins
      job = select("dalli", "2.7.11..4.3.10", **GET).job({})

      assert_equal %w[2.7.11 4.3.10], job.upfront.map(&:version)
    end

    def test_the_range_may_stand_in_the_word
      assert_equal %w[2.7.2 2.7.11], select("dalli@2.7.2..2.7.11,namespace=n", **GET).job({}).range.map(&:name)
    end

    def test_nothing_rides_along
      assert_equal ["ruby/dalli"], select("dalli", "2.7.2..2.7.11").job({}).cells.map { |cell| cell.contender.client.id }.uniq
    end

    def test_every_scenario_has_every_position_in_order
      job = select("dalli", "2.7.11..3.2.8", scenarios: ["client/get", "client/set"]).job({})

      job.cells.group_by { |cell| cell.scenario.id }.each_value do |cells|
        assert_equal job.range.map { |position| position.contender.id }, cells.map { |cell| cell.contender.id }
      end
    end

    def test_commits_of_a_repository
      ARepository.open("dalli") do |made|
        made.git("tag", "first")
        made.commit("Spin in get")
        job, facts = Dir.chdir(made.dir) { select(git: "first..HEAD", **GET).then { |one| [one.job({}), one.suite_facts] } }

        assert_equal ["change", "Spin in get"], job.range.map(&:subject)
        assert_equal ["dalli@git:#{made.git("rev-parse", "--short", "HEAD")}", "first..HEAD"],
                     [job.range.last.contender.id[0, 17], facts["title"]]
      end
    end

    def test_a_record_of_other_versions_is_not_gone_on_with
      searched = select("dalli", "2.7.11..3.2.8", **GET)
      same = searched.job({}).range.map(&:facts)

      assert_nil searched.match!(record(same))
      assert_nil searched.match!(record([]))
      assert_match(/other versions/, assert_raises(Usage) { searched.match!(record(same.drop(1))) }.message)
    end

    def test_what_is_no_range_is_refused
      ["dalli", "dalli 3.2.8", "dalli 3.2.8..2.7.11", "socket 1..2", "dalli 2.7.11..9.9"].each do |words|
        assert_raises(Usage, words) { select(*words.split, **GET).job({}) }
      end
    end

    private

    def select(*words, **options)
      CLI::Searched.new(words, options, catalog: MadeCells::CATALOG, versions: MadeRegistry.new,
                                        runtime: MadeRegistry::Runtime.new("3.1.2"))
    end

    def record(positions) = Record.from_lines(positions.map { |facts| { "type" => "position", **facts } }, path: "/r.jsonl")
  end
end
