# frozen_string_literal: true

require "test_helper"
require "csv"

module Cachemark
  # A report says what its times are, and shows a time without garbage collection where one is known.
  class Report::Run::MeaningTest < Minitest::Test
    extend Golden

    LATER = { "method" => 2 }.freeze

    TEXTS = {
      "a table of method 1" => -> { text({}) },
      "a table of method 2" => -> { text(LATER) },
      "the same as markdown" => -> { text(LATER, "markdown") },
      "a page of method 1" => -> { MadeSites.text(text({}, "html")) },
      "a page of method 2 has the time without garbage collection" => -> { MadeSites.text(text(LATER, "html")) },
      "processes that do not count are named" => -> { MadeSites.text(Report::Run.text(disturbed, "html")) }
    }.freeze
    golden "meaning", TEXTS

    def test_data_has_the_time_without_garbage_collection
      line = CSV.parse(text(LATER, "csv"), headers: true).first
      tidy = CSV.parse(text(LATER, "tidy"), headers: true).find { |one| one["figure"] == "without_gc_ns" }
      known = table(LATER).listed.first.without_gc_ns

      assert_equal [known.to_s, known.to_s, "ns/call", "2"], [line["without_gc_ns"], *tidy.values_at("value", "unit", "method")]
      assert_operator line["wall_ns"].to_f, :>, known
      refute_match(/without_gc_ns/, text({}, "csv") + text({}, "tidy") + text({}, "json"))
      assert_equal "2", CSV.parse(Report::Run.text(disturbed, "csv"), headers: true).first["left_out"]
    end

    private

    def table(run) = MadeRecord.table(run: run)
    def text(run, format = "terminal") = Report::Run.text(table(run), format, width: 300)
    def disturbed = table(LATER).then { |made| made.with(rows: [made.listed.first.with(left_out: 2)]) }
  end
end
