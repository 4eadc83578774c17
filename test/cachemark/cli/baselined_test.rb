# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::BaselinedTest < Minitest::Test
    include ACommand

    KNOWN = { "dalli" => { "a/1" => "CORRUPT", "a/gone" => "FAIL" }, "pylibmc" => { "a/1" => "FAIL" } }.freeze

    def test_what_no_case_or_contender_is_any_more_is_stale
      facts = baselined.facts(job("dalli"), %w[a/1 a/2])

      assert_equal KNOWN, facts[:known]
      assert_equal [%w[dalli a/gone], %w[pylibmc a/1]], facts[:stale]
    end

    def test_written_it_can_be_read_and_is_the_same_again
      check = MadeCheck.of({ "dalli" => { "a/2" => "FAIL", "a/1" => "PASS" } })
      first, second = Array.new(2) do
        CLI::Baselined.at(@path ||= path).write(check, %w[a/1 a/2])
        File.read(@path)
      end

      assert_equal first, second
      assert_equal ["cachemark/baseline/1", { "dalli" => { "a/2" => "FAIL" }, "pylibmc" => { "a/1" => "FAIL" } }],
                   JSON.parse(first).values_at("schema", "cases")
    end

    def test_a_file_that_is_none_is_refused
      ["{", "[]", "{}", '{"schema":"cachemark/baseline/1","cases":{"dalli":{"a/1":"PASS"}}}'].each do |text|
        assert_match(/is no baseline/, assert_raises(Usage, text) { CLI::Baselined.read(file("b.json", text)) }.message)
        assert_raises(Usage) { CLI::Baselined.at(file("b.json", text)) }
      end
      assert_match(/make it first/, assert_raises(Usage) { CLI::Baselined.read(file("none.json")) }.message)
    end

    def test_a_folder_is_refused_whichever_option_names_it
      error = assert_raises(Usage) { CLI::Baselined.at(Dir.tmpdir) }

      assert_match(/\Athe baseline .*: Is a directory/, error.message)
      assert_match(/name a file that can be read/, error.message)
    end

    def test_one_that_is_not_there_yet_can_be_written
      CLI::Baselined.at(file("new.json")).write(MadeCheck.of, [])

      assert_equal({}, JSON.parse(File.read(file("new.json")))["cases"])
    end

    private

    def path = file("known.json", JSON.generate(schema: "cachemark/baseline/1", cases: KNOWN))
    def baselined = CLI::Baselined.read(path)

    def job(name)
      exam = Plan::Exam.new(contender: MadeCells.contender.with(id: name), cases: [])
      Lab::Job.new(cells: [], seed: 1, exams: [exam])
    end
  end
end
