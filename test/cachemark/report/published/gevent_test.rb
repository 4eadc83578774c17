# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Published::GeventTest < Minitest::Test
    HEADER = "               elapsed      rate       avg        min        max    "

    def test_as_published_it_prints_document_002_byte_for_byte
      results = PublishedRows.document("002")[/^results\n.*/m]
      libraries = Report::Published::Gevent::Library.all(PublishedRows.gevent_table(published: true))

      assert_equal [5] * 4, libraries.flat_map(&:tables).map { |table| table.rows.size }
      assert_equal results, "#{Report::Published::Gevent::HEADING}\n\n#{libraries.flat_map(&:tables).join("\n")}"
    end

    def test_prints_right_figures_in_the_same_columns
      text = text(PublishedRows.gevent_table)

      assert text.start_with?("results\n-------\n\n\n### pylibmc set (25000 keys)\n\n#{HEADER}\n")
      assert_includes text, "### pylibmc get (25000 keys)\n\n#{HEADER}\n" \
                            "    sync        1.310    19083.969   0.000052   0.000020   0.001000 \n" \
                            "    gevent-16   2.220    11261.261   0.000089   0.000020   0.003000 \n"
      assert_equal [68], text.lines(chomp: true).grep(/\A {4}/).map(&:size).uniq
    end

    def test_set_and_get_of_one_mode_have_separate_rates
      rates = text(PublishedRows.gevent_table).scan(/^    sync +\S+ +(\S+)/).flatten

      assert_equal %w[17772.100 19083.969 17573.050 20491.803], rates
    end

    def test_sync_comes_first_and_the_others_backwards
      rows = %w[gevent-2 threads-4 gevent-16 sync gevent-16,shared].map { |mode| row(mode: mode) }
      labels = lines(rows).map { |line| line[/\S+/] }

      assert_equal %w[elapsed sync threads-04 gevent-16,shared gevent-16 gevent-02], labels
    end

    def test_a_longer_label_widens_its_whole_table
      assert_equal [75] * 3, lines([row(mode: "sync"), row(mode: "gevent-16,shared")]).map(&:size)
    end

    def test_the_heading_has_the_true_number_of_keys
      assert_includes text(table([row(mode: "sync", calls: 7)])), "### pylibmc set (7 keys)\n"
    end

    def test_a_row_without_latencies_has_no_average
      assert_match(/sync +1\.407 +17772\.100 +- +- +- +\z/, lines([row(mode: "sync", latencies: nil)]).last)
    end

    def test_a_library_that_cannot_run_has_its_headings_and_its_reason
      rows = PublishedRows.gevent.map do |row|
        row.section == "pylibmc" ? row : row.with(status: "unavailable", reason: "needs Python 2.7", pass_ns: nil, latencies: nil)
      end
      text = text(table(rows))

      assert_equal 4, text.scan(/^### /).size
      assert_includes text, "### ultramemcache get (25000 keys)\n\n    unavailable: needs Python 2.7\n"
      assert_equal 2, text.scan("needs Python 2.7").size
    end

    def test_a_row_without_figures_says_why_in_its_place
      lines = lines([row(mode: "sync"), row(mode: "gevent-8", status: "failed", reason: "it hung")])

      assert_equal "    gevent-08 failed: it hung", lines.last
    end

    def test_footnotes_are_below_the_tables_of_their_library_and_name_their_rows
      rows = [row(mode: "sync", footnotes: ["binary"]), row(mode: "gevent-8", footnotes: ["binary", "1 of 8"]),
              row("get", mode: "sync", footnotes: %w[binary reads]),
              row("get", mode: "gevent-8", footnotes: ["binary", "1 of 8", "reads", "slow"])]

      assert_includes text(table(rows)), "\n\n- binary\n- gevent-08: 1 of 8\n- get: reads\n- get gevent-08: slow\n\n- "
    end

    def test_ends_with_the_machine_and_the_notes
      ending = text(PublishedRows.gevent_table(notes: ["the machine was busy"])).lines(chomp: true).last(3)

      assert_equal ["- an unknown system, unknown CPU.", "- 2026-11-22: medians over 6 fresh processes of each row",
                    "- the machine was busy"], ending
    end

    def test_the_published_form_lists_its_own_flaws
      text = text(PublishedRows.gevent_table(published: true))

      assert_includes text, "- pylibmc get: the rates are those of set; keys / elapsed are sync 19084, gevent-16 11261, " \
                            "gevent-08 10121, gevent-04 12315, gevent-02 9542\n"
      assert_equal 2, text.scan(/^- avg and min are 0\.000/).size
      refute_match(/the rates are those of/, text(PublishedRows.gevent_table))
    end

    private

    # The first row of document 002, otherwise.
    def row(name = "set", **members)
      PublishedRows.gevent.first.with(label: name, scenario: "client/#{name}-pairs", **members)
    end

    def table(rows) = PublishedRows.gevent_table(rows)
    def text(table) = Report::Published::Gevent.new(table).to_s
    def lines(rows) = text(table(rows)).lines(chomp: true).grep(/\A {4}/)
  end

  class Report::Published::GeventFlawsTest < Minitest::Test
    def test_document_002_has_them_all
      flaws = of(PublishedRows.document("002"))

      assert_equal 4, flaws.size
      assert_match(/\Apylibmc get: the rates are those of set; keys \/ elapsed are sync 19084, /, flaws[0])
      assert_match(/\Aultramemcache get: the rates are those of set; .* gevent-02 24752\z/, flaws[1])
      assert_match(/no time below half a millisecond \(elapsed \/ keys: 38\.8 to 139\.2 us\)\z/, flaws[2])
      assert_equal "elapsed is in steps of 10 ms, although it has three decimals", flaws[3]
    end

    def test_right_figures_have_none
      assert_empty of(Report::Published::Gevent.new(PublishedRows.gevent_table).to_s).grep_v(/steps of 10 ms/)
    end

    def test_reports_rates_that_belong_to_no_row
      text = "### lib set (100 keys)\n\n    sync        1.234     50.000    0.012300   0.010000   0.020000 \n"

      assert_equal ["lib set: the rates are not of these times; keys / elapsed are sync 81"], of(text)
    end

    def test_accepts_rates_that_rounding_explains
      assert_empty of("### lib set (100 keys)\n\n    sync        0.012    8000.000   0.012300   0.010000   0.020000 \n")
    end

    private

    def of(text) = Report::Published::Gevent::Remarks::Flaws.of(Report::Published::Gevent::Remarks::Printed.all(text))
  end

  class Report::Published::GeventAveragesTest < Minitest::Test
    def test_calls_that_wait_side_by_side_take_longer_than_the_published_average
      rows = PublishedRows.gevent.first(3).map do |row|
        row.mode == "gevent-16" ? row.with(latencies: row.latencies.merge(mean_ns: 1_400_000.0)) : row
      end

      assert_equal ["set: avg is elapsed / keys; the mean of the calls is gevent-16 1.40 ms"], of(rows)
    end

    def test_accepts_equal_rates_of_consecutive_calls
      assert_empty of(PublishedRows.gevent.first(5))
    end

    private

    def of(rows)
      library = Report::Published::Gevent::Library.all(PublishedRows.gevent_table(rows, published: true)).first
      Report::Published::Gevent::Remarks::Averages.of(library)
    end
  end
end
