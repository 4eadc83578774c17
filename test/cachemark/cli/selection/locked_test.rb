# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::Selection::LockedTest < Minitest::Test
    Locked = CLI::Selection::Locked

    include ACommand

    def test_the_contenders_and_scenarios_that_were_shown
      suite = locked.suite

      assert_equal [%w[dalli dalli@1.0]], suite.contenders.map { |entry| [entry.id, entry.notation] }
      assert_equal [%w[client/set]], suite.contenders.map(&:scenarios)
      assert_equal ["client/set"], suite.scenarios
    end

    def test_the_modes_of_then
      cell = MadeRecord.lines.find { |line| line["cell"] == "c-dalli" }
      lines = [*MadeRecord.lines, cell.merge("cell" => "c9", "mode" => "threads-4")]
      suite = Locked.new(file("modes.jsonl", lines.map { |line| "#{::JSON.generate(line)}\n" }.join), MadeCells::CATALOG).suite

      assert_equal [%w[sync threads-4], %w[client/set]], [suite.modes_of("dalli"), suite.entry("dalli").scenarios]
    end

    def test_a_suite_that_is_known_keeps_its_layout
      suite = locked(run: { "suite" => { "id" => "versions", "iterations" => 7 }, "options" => { "servers" => 2 } }).suite

      assert_equal ["versions", "versions", 7, 2], [suite.id, suite.layout, suite.iterations, suite.servers]
    end

    def test_the_title_names_the_record_once
      first = locked
      again = locked(run: { "suite" => { "title" => first.suite.title } })

      assert_equal ["Clients, as recorded in #{file("made.jsonl")}"] * 2, [first.suite.title, again.suite.title]
    end

    def test_damaged_facts_are_refused_at_once
      [{ "suite" => 5 }, { "options" => [1] }, { "placement" => [] }].each do |run|
        message = assert_raises(Usage, run.inspect) { locked(run: run) }.message

        assert_match(/made.jsonl: its figures cannot be read \(TypeError: /, message)
      end
    end

    def test_the_cores_of_then
      assert_equal({ placement: "one-core" }, locked.machine)
      assert_equal({ placement: "two-core" }, locked(run: { "placement" => { "name" => "two-core" } }).machine)
    end

    def test_the_points_of_a_sweep_are_repeated_as_such
      facts = { "names" => ["size"], "values" => %w[100 10k] }
      scenario = MadeCells.scenario("client/get,size=10k")
      subject = recorded({ "definition" => scenario.to_record, "scenario" => scenario.id }, "options" => { "sweeps" => [facts] })

      assert_equal [facts], subject.sweeps.map(&:facts)
      assert_equal scenario, subject.catalog.scenario("client/get,size=10k")
      assert_equal [scenario], subject.catalog.scenarios_for(["client/get,size=10k"])
    end

    def test_a_scenario_comes_from_the_record_and_not_from_its_file
      mine = MadeCells.made_scenario([{ "op" => "get", "key" => "k1" }], ttl: 7)
      subject = recorded("definition" => mine.to_record, "scenario" => "client/made")

      assert_equal mine, subject.catalog.scenario("client/made")
      assert_equal [mine], subject.catalog.scenarios_for(["client/mad*"])
    end

    def test_the_catalogues_own_counts_where_it_has_not_changed
      known = MadeCells.scenario("client/set")
      same, other = [known, known.with(ttl: 5)].map { |scenario| recorded("definition" => scenario.to_record).catalog }

      assert_equal [known, 5, {}], [same.scenario(known.id), *other.scenario(known.id).to_h.values_at(:ttl, :published)]
    end

    def test_labels_notes_and_options_are_those_of_then
      subject = recorded("label" => "mine:set", "note" => "a note", "notation" => "dalli@4.3.10,namespace=a b,dalli=1",
                         "given" => { "namespace" => "a b" }).suite
      entry = subject.contenders.first

      assert_equal ["a note", { "namespace" => "a b" }, "dalli@4.3.10,dalli=1"], [entry.note, entry.options, entry.notation]
      assert_equal "mine:set", subject.label(MadeCells.contender("dalli"), MadeCells.scenario("client/set"))
    end

    def test_the_lock_of_each_environment
      lines = MadeRecord.lines.each { |line| line["lock"] = "lock of #{line["contender"]}" if line["type"] == "environment" }
      path = file("locked.jsonl", lines.map { |line| "#{::JSON.generate(line)}\n" }.join)

      assert_equal({ "socket" => "lock of socket", "dalli" => "lock of dalli" }, Locked.new(path, MadeCells::CATALOG).locks)
    end

    def test_a_record_that_is_not_there_is_refused
      assert_raises(Usage) { Locked.new(file("absent"), MadeCells::CATALOG) }
    end

    private

    # With these facts in the line of the cell that is shown.
    def recorded(facts, run = {})
      lines = MadeRecord.lines(run: run).each { |line| line.merge!(facts) if line["type"] == "cell" && line["shown"] }
      Locked.new(file("made.jsonl", lines.map { |line| "#{::JSON.generate(line)}\n" }.join), MadeCells::CATALOG)
    end

    def locked(**made) = Locked.new(record(**made), MadeCells::CATALOG)
  end
end
