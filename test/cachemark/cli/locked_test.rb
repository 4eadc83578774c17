# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::LockedTest < Minitest::Test
    include ACommand

    def test_the_contenders_and_scenarios_that_were_shown
      suite = locked.suite

      assert_equal [%w[dalli dalli@1.0]], suite.contenders.map { |entry| [entry.id, entry.notation] }
      assert_equal [%w[client/set]], suite.contenders.map(&:scenarios)
      assert_equal ["client/set"], suite.scenarios
    end

    def test_a_suite_that_is_known_keeps_its_layout
      suite = locked(run: { "suite" => { "id" => "versions", "iterations" => 7 }, "options" => { "servers" => 2 } }).suite

      assert_equal ["versions", "versions", 7, 2], [suite.id, suite.layout, suite.iterations, suite.servers]
    end

    def test_the_lock_of_each_environment
      lines = MadeRecord.lines.each { |line| line["lock"] = "lock of #{line["contender"]}" if line["type"] == "environment" }
      path = file("locked.jsonl", lines.map { |line| "#{::JSON.generate(line)}\n" }.join)

      assert_equal({ "socket" => "lock of socket", "dalli" => "lock of dalli" }, CLI::Locked.new(path, MadeCells::CATALOG).locks)
    end

    def test_a_record_that_is_not_there_is_refused
      assert_raises(Usage) { CLI::Locked.new(file("absent"), MadeCells::CATALOG) }
    end

    private

    def locked(**made) = CLI::Locked.new(record(**made), MadeCells::CATALOG)
  end
end
