# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Work::WordsTest < Minitest::Test
    Words = Report::Work::Words

    def test_commands_are_counted_by_name
      assert_equal "6 getkq, noop", Words.commands(row([command("get", name: "getkq", count: 6), command("noop", count: 1)]))
      assert_equal "none", Words.commands(row([]))
      assert_equal "", Words.commands(row([]).with(status: "failed"))
    end

    def test_values_tell_their_size_and_what_was_made_of_them
      assert_equal "4", Words.values(row([command("set", value_bytes: [4], encodings: %w[plain])]))
      commands = [command("incr", value_bytes: [3], encodings: %w[number]),
                  command("get", value_bytes: [90], encodings: ["compressed ActiveSupport entry"])]
      assert_equal "3-90 compressed entry", Words.values(row(commands))
      assert_equal "", Words.values(row([command("delete")]))
    end

    def test_nothing_goes_without_saying
      assert_equal ["", "", "1,200"], [nil, 0, 1_200].map { |count| Words.some(count) }
      assert_equal %w[6], [Words.exceptions(row([]).with(exceptions: { "A" => 4, "B" => 2 }))]
    end

    private

    def command(...) = MadeWork.command(...)

    def row(commands)
      Stats::WorkTable::Row.new(contender: "a", client: "ruby/a", scenario: "client/set", mode: "sync", status: "ok", commands: commands)
    end
  end
end
