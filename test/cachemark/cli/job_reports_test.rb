# frozen_string_literal: true

require "test_helper"
require "rexml/document"

module Cachemark
  class CLI::JobReportsTest < Minitest::Test
    include ACommand

    RECORD = MadeComparison.of(command: "gate", scenarios: %w[client/get], effects: { "client/get" => 0.05 }, sets: [1, 2])
    JOB = { "GITHUB_ACTIONS" => "true" }.freeze

    def test_a_junit_file_where_it_is_asked_for
      deliver({ junit: file("gate.xml") })

      assert_equal "1", REXML::Document.new(File.read(file("gate.xml"))).root.elements["testsuite"].attributes["failures"]
      assert_empty err.string
    end

    def test_a_job_of_githubs_has_annotations_and_a_summary
      deliver({}, **JOB, "GITHUB_STEP_SUMMARY" => file("summary.md", "before\n"))

      assert_match(/^::error title=regression%3A dalli@3\.2\.8 get/, err.string)
      assert_match(/\Abefore\n## Cachemark gate: regression\n/, File.read(file("summary.md")))
    end

    def test_annotations_are_printed_once
      deliver({ format: "github" }, **JOB)
      assert_empty err.string

      deliver({ format: "github", output: "a.txt" }, **JOB)
      assert_match(/^::error/, err.string)
    end

    def test_anywhere_else_it_is_silent
      deliver({}, "GITHUB_STEP_SUMMARY" => "")

      assert_empty err.string
      assert_empty Dir.children(@home)
    end

    def test_what_cannot_be_written_is_told_and_ends_nothing
      deliver({ junit: file("absent/gate.xml") }, "GITHUB_STEP_SUMMARY" => file("absent/summary.md"))

      assert_match(/gate\.xml could not be written: /, err.string)
      assert_match(/summary\.md could not be written: No such file or directory$/, err.string)
    end

    private

    def deliver(options, environment = {})
      @err = StringIO.new
      CLI::JobReports.new(options, err: @err, environment: environment).deliver(RECORD)
    end
  end
end
