# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::DeliveryTest < Minitest::Test
    include ACommand

    DOCUMENT = "# Title\n<!-- results_table -->\nold\n<!-- result_table_end -->\nrest\n"

    def test_a_report_that_could_not_be_written_is_refused_before_anything_starts
      [file("absent/x"), @home].each do |path|
        assert_match(/--output/, assert_raises(Usage) { delivery(output: path).check({}) }.message)
        assert_match(/--update/, assert_raises(Usage) { delivery(update: path).check({}) }.message)
      end
    end

    def test_a_file_in_a_folder_that_may_not_be_written_is_refused_before_anything_starts
      message = assert_raises(Usage) { delivery(output: "/proc/self/oom_score_adj").check({}) }.message

      assert_match(%r{\A--output /proc/self/oom_score_adj cannot be written in /proc/self: \w}, message)
    end

    def test_a_page_is_not_for_a_terminal
      terminal = StringIO.new.tap { |out| out.define_singleton_method(:tty?) { true } }
      check = ->(**options) { CLI::Delivery.new(options, out: terminal, err: StringIO.new).check({}) }

      assert_match(/add --output report.html/, assert_raises(Usage) { check.call(format: "html") }.message)
      check.call(format: "html", output: file("report.html"))
      delivery(format: "html").check({})
    end

    def test_one_file_cannot_be_two
      error = assert_raises(Usage) { delivery(output: file("a", "")).check({}, record: File.join(@home, ".", "a")) }

      assert_match(/the record and the output cannot be one file/, error.message)
    end

    def test_a_junit_file_is_looked_at_as_any_other
      assert_match(/--junit/, assert_raises(Usage) { delivery(junit: file("absent/x")).check({}) }.message)
      error = assert_raises(Usage) { delivery(junit: file("a"), output: file("a")).check({}) }

      assert_match(/the output and the junit cannot be one file/, error.message)
    end

    def test_only_the_table_of_a_run_goes_into_a_document
      error = assert_raises(Usage) { delivery(update: file("a.md", DOCUMENT)).deliver(MadeComparison.of) }

      assert_match(/--update takes the record of a run/, error.message)
    end

    def test_never_overwrites_a_file_that_it_reads_under_any_name
      File.symlink(read = file("read", ""), link = file("link"))
      %i[output update].product([read, link]).each do |option, path|
        error = assert_raises(Usage) { delivery(option => path).check({}, read: [["locked record", read]]) }

        assert_match(/the locked record and the #{option} cannot be one file/, error.message)
      end
    end

    def test_a_link_to_what_is_not_there_yet_is_that_file
      File.symlink(file("new"), link = file("link"))

      assert_raises(Usage) { delivery(output: link).check({}, record: file("new")) }
    end

    def test_one_file_may_be_read_twice
      assert_nil delivery.check({}, read: [["suite", file("a.yml", "")], ["scenario", file("a.yml")]])
    end

    def test_a_document_must_be_there
      assert_match(/No such file.*name a file that exists/m,
                   assert_raises(Usage) { delivery(update: file("absent")).check({}) }.message)
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
      delivery(update: place = file("README.md", DOCUMENT), update_anyway: true)
        .deliver(Record.from_lines(lines(ending: { "outcome" => "interrupted" })))

      assert_includes File.read(place), "dalli"
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
end
