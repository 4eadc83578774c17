# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  # A report says what its times are, and shows a time without garbage collection where one is known.
  class Report::Run::MeaningTest < Minitest::Test
    LATER = { "method" => 2 }.freeze

    def test_says_what_the_times_include
      assert_match(/^Time per call, .* garbage collection included\. ± .* covers the\s+difference between two runs/m, text(LATER))
      assert_match(/^Time per call, .* ± is half of the 95 % interval over fresh processes of this run\./m, text({}))
      refute_match(/collection included/, text({}))
    end

    def test_says_what_socket_compares
      assert_match(/× socket\s+compares\s+times\s+without garbage collection/m, text(LATER))
      assert_includes text(LATER, "html"), "A collection is not in it, because its time depends on the rest of the process."
      refute_includes text({}, "html"), "A collection is not in it"
    end

    def test_a_page_has_the_time_without_garbage_collection
      page = text(LATER, "html")

      assert_includes page, %(<th scope="col">without GC</th>)
      assert_match(%r{>2\.00[^<]*µs<}, page)
      refute_match(/without GC/, text({}, "html"))
      refute_match(/without GC/, text(LATER, "terminal", width: 300))
      refute_match(/without GC/, text(LATER, "markdown"))
    end

    def test_data_has_the_time_without_garbage_collection
      line = CSV.parse(text(LATER, "csv"), headers: true).first
      tidy = CSV.parse(text(LATER, "tidy"), headers: true).find { |one| one["figure"] == "without_gc_ns" }
      known = table(LATER).listed.first.without_gc_ns

      assert_equal [known.to_s, known.to_s, "ns/call", "2"], [line["without_gc_ns"], *tidy.values_at("value", "unit", "method")]
      assert_operator line["wall_ns"].to_f, :>, known
      refute_match(/without_gc_ns/, text({}, "csv") + text({}, "tidy") + text({}, "json"))
    end

    def test_processes_that_do_not_count_are_named
      row = table(LATER).listed.first.with(left_out: 2)
      disturbed = table(LATER).with(rows: [row])

      assert_includes Report::Run.text(disturbed, "html"), "8 fresh processes (2 of them do not count"
      assert_equal "2", CSV.parse(Report::Run.text(disturbed, "csv"), headers: true).first["left_out"]
    end

    private

    def table(run) = MadeRecord.table(run: run)
    def text(run, format = "terminal", width: 120) = Report::Run.text(table(run), format, width: width)
  end
end
