# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::MarksTest < Minitest::Test
    include ACommand

    def test_what_returned_a_wrong_value_is_known_afterwards
      keep("a/1" => "CORRUPT", "a/2" => "FAIL")

      assert_equal({ "dalli" => { "notation" => dalli.notation, "cases" => { "a/1" => MadeCheck::RUN["started_at"] } } },
                   marks.of([dalli]))
      assert_empty marks.of([dalli.with(version: "1.0.0")])
    end

    def test_whatever_its_options_are
      keep("a/1" => "CORRUPT")

      assert_equal %w[other], marks.of([dalli.with(id: "other", notation: "other", options: { "compress" => false })]).keys
    end

    def test_of_two_with_other_options_one_that_is_wrong_decides
      twin = dalli.with(id: "twin", options: { "protocol" => "meta" })
      marks.keep(MadeCheck.of({ "dalli" => { "a/1" => "CORRUPT" }, "twin" => { "a/1" => "PASS" } }), [dalli, twin])

      assert_equal %w[a/1], marks.of([dalli])["dalli"]["cases"].keys
    end

    def test_what_was_not_examined_stays_and_what_passed_goes
      keep("a/1" => "CORRUPT", "a/2" => "CORRUPT")
      keep("a/1" => "PASS")
      assert_equal %w[a/2], marks.of([dalli])["dalli"]["cases"].keys

      keep("a/2" => "PASS")
      assert_empty marks.of([dalli])
    end

    def test_a_file_that_is_broken_marks_nobody
      FileUtils.mkdir_p(File.dirname(Paths.new.marks))
      ["{", "[]", '{"x":1}', '{"x":{}}'].each do |text|
        File.write(Paths.new.marks, text)
        assert_empty marks.of([dalli])
      end
      keep("a/1" => "CORRUPT")
      assert_equal %w[dalli], marks.of([dalli]).keys
    end

    private

    def keep(outcomes) = marks.keep(MadeCheck.of({ "dalli" => outcomes }), [dalli])
    def marks = CLI::Marks.new

    def dalli
      @dalli ||= MadeCells.contender("dalli").with(version: "2.7.11", gems: { "dalli" => "2.7.11" },
                                                   source: Contender::Source.new(kind: "gem"))
    end
  end
end
