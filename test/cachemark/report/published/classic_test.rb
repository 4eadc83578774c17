# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Published::ClassicTest < Minitest::Test
    def test_the_readmes_layout_has_a_first_line_tables_and_a_list
      lines = text(MadeRecord.table(contenders: %w[dalli memcached])).lines(chomp: true)

      assert_equal ["Testing with ruby 3.1.2", "", "================== dalli =================="], lines.first(3)
      assert_includes lines, "================== memcached =================="
      assert_equal ["Test Server:", "", "- Debian GNU/Linux 12 (bookworm), AMD EPYC, 8GB RAM."],
                   lines[lines.index("Test Server:"), 3]
    end

    def test_the_layout_of_versions_has_preamble_and_blocks
      lines = text(MadeRecord.table(run: { "suite" => { "layout" => "versions" } })).lines(chomp: true)

      assert_match(/\ATimes are from a machine with .* running Debian/, lines[0])
      assert_equal ["", "    Testing 1.0 with ruby 3.1.2"], lines[1, 2]
      assert_match(/\A    dalli:set/, lines[4])
    end

    def test_a_table_without_rows_is_still_a_text
      assert_match(/Test Server:/, text(MadeRecord.table(contenders: [])))
    end

    private

    def text(table) = Report::Published::Classic.new(table).to_s
  end

  class Report::Published::ClassicSectionsTest < Minitest::Test
    def test_prints_document_003_byte_for_byte
      published = PublishedRows.document("003")[/^<!-- results_table -->\n```\n(.*?)```\n<!-- result_table_end -->/m, 1]
      table = PublishedRows.table(PublishedRows.sections, "classic", 100_000)

      assert_equal 74, table.shown.size
      assert_equal published, Report::Published::Classic::Sections.new(table).to_s
    end

    def test_a_longer_label_widens_its_own_table_only
      rows = PublishedRows.sections.first(8)
      rows[0] = rows[0].with(label: "x" * 80)
      lines = Report::Published::Classic::Sections.new(PublishedRows.table(rows, "classic", 100_000)).to_s.lines(chomp: true)

      assert_equal [126] * 7, lines[2..8].map(&:size)
      assert_equal 121, lines.last.size
    end

    def test_a_row_without_figures_says_why
      rows = [PublishedRows.sections.first.with(status: "unavailable", reason: "needs Ruby >= 3.3")]
      lines = Report::Published::Classic::Sections.new(PublishedRows.table(rows, "classic", 10)).to_s.lines(chomp: true)

      assert_equal "#{"mem_cache:set".ljust(76)}unavailable: needs Ruby >= 3.3", lines.last
    end
  end

  class Report::Published::ClassicVersionsTest < Minitest::Test
    def test_prints_document_000_byte_for_byte
      document = PublishedRows.document("000")
      blocks = blocks(PublishedRows.versions("000"))

      assert_equal document[document.index("    Testing")..], blocks.map { |block| "#{block.text(indent: "    ")}\n" }.join("\n")
    end

    def test_prints_document_001_byte_for_byte
      published = PublishedRows.document("001")[/^```\n(.*?)```$/m, 1]
      blocks = blocks(PublishedRows.versions("001"))

      assert_equal published, blocks.map { |block| "#{block.text(runtime: false)}\n" }.join("\n")
    end

    def test_distinguishes_two_sections_of_one_version
      rows = PublishedRows.versions("000").values_at(0, 7)
      rows = rows.each_with_index.map { |row, index| row.with(section: "1.0", contender: "c#{index}") }

      assert_equal ["Testing 1.0 (c0)", "Testing 1.0 (c1)"], blocks(rows).map { |block| block.heading(runtime: false) }
    end

    def test_two_rubies_are_two_headings
      rows = %w[3.1 3.4].map do |ruby|
        PublishedRows.versions("000").first.with(runtime: "ruby #{ruby}", contender: "c,ruby=#{ruby}", section: "1.8.5")
      end

      assert_equal ["Testing 1.8.5 with ruby 3.1", "Testing 1.8.5 with ruby 3.4"], blocks(rows).map(&:heading)
    end

    private

    def blocks(rows) = Report::Published::Classic::Versions.new(PublishedRows.table(rows, "versions", 2_500)).blocks
  end

  class Report::Published::ClassicHeadingTest < Minitest::Test
    def test_is_the_suites_own
      assert_equal "1.5.0 (as shipped in Rails 2.2.2)", heading(section: "1.5.0 (as shipped in Rails 2.2.2)")
      assert_equal "1.8.5", heading(section: "Testing 1.8.5")
    end

    def test_is_the_version_and_the_options_where_the_suite_has_none
      assert_equal "3.2.8", heading(version: "3.2.8", notation: "dalli@3.2.8")
      assert_equal "4.3.10 (protocol=meta)", heading(version: "4.3.10", notation: "dalli@4.3.10,protocol=meta")
    end

    def test_is_the_contender_where_nothing_was_loaded
      assert_equal "dalli", heading
    end

    private

    def heading(**members)
      Report::Published::Classic::Heading.of(MadeRecord.row(contender: "dalli", **members))
    end
  end

  class Report::Published::BenchmarkLinesTest < Minitest::Test
    def test_multiplies_the_cost_per_call_to_the_iterations
      caption, line = lines(user_ns: 1_000.0, system_ns: 500.0, wall_ns: 2_000.0)

      assert_equal "#{" " * 10}      user     system      total        real", caption
      assert_equal "a:set       0.030000   0.015000   0.045000 (  0.060000)", line
    end

    def test_a_total_that_was_measured_is_all_the_time_there_was
      measured = { iterations: 10_000, wall_ns: 2_000.0, mean_ns: 2_500.0, user_ns: 1_500.0, system_ns: 900.0 }

      assert_equal "a:set       0.045000   0.027000   0.072000 (  0.075000)", lines(**measured).last
      assert_match(/0\.060000\)$/, lines(**measured, iterations: 9_999).last)
    end

    def test_a_runtime_without_cpu_times_leaves_dashes
      assert_equal "a:set              -          -          - (  0.060000)", lines(wall_ns: 2_000.0).last
    end

    private

    def lines(**figures)
      row = MadeRecord.row(calls: 3, **figures)
      Report::Published::Classic::BenchmarkLines.new([row], labels: ["a:set"], width: 10, iterations: 10_000).to_a
    end
  end

  class Report::Published::ClassicOriginTest < Minitest::Test
    def test_lists_the_server_as_document_003_does
      assert_equal ["- Debian GNU/Linux 12 (bookworm), AMD EPYC, 8GB RAM.", "- ruby 3.1.2", "- Clients: dalli@1.0",
                    "- memcached 1.6.18, placement one-core",
                    "- 2026-11-21: 10,000 iterations of each row, scaled from the cost of one"],
                   origin(MadeRecord.table).list
    end

    def test_names_rails_where_a_row_ran_on_it
      table = MadeRecord.table
      rows = table.rows.map { |row| row.with(versions: { "activesupport" => "7.1.5" }) }

      assert_equal ["Rails 7.1.5 on ruby 3.1.2"], origin(table.with(rows: rows)).runtimes
      assert_equal "Testing with Rails 7.1.5 on ruby 3.1.2", origin(table.with(rows: rows)).testing
    end

    def test_says_measured_only_where_it_is_so
      measured = MadeRecord.table(run: { "options" => { "iterations" => 2_400 } })
      scaled = MadeRecord.table(run: { "options" => { "iterations" => 2_500 } })

      assert_match(/2,400 iterations of each row, measured/, origin(measured).list.join("\n"))
      assert_match(/2,500 iterations of each row, scaled/, origin(scaled).list.join("\n"))
    end

    def test_says_how_many_were_measured_where_a_run_did_not_get_to_all
      table = MadeRecord.table(contenders: %w[a b], run: { "options" => { "iterations" => 2_400 } })
      rows = table.rows.map { |row| row.contender == "b" ? row.with(iterations: 60) : row }

      assert_match(/each row, of which 1 measured, 1 scaled from the cost of one$/,
                   origin(table.with(rows: rows)).list.join("\n"))
    end

    def test_is_the_preamble_of_document_000
      assert_equal "Times are from a machine with 2 AMD EPYC cores and 8GB RAM running Debian GNU/Linux 12 (bookworm).",
                   origin(MadeRecord.table).sentence
    end

    def test_an_unknown_machine_is_said_to_be_so
      table = MadeRecord.table(run: { "machine" => {}, "server" => {} })

      assert_equal "- an unknown system, unknown CPU.", origin(table).machine
      refute_match(/memcached 1/, origin(table).list.join)
    end

    def test_carries_the_notes
      assert_equal "- no interval where a row has fewer than 6 fresh processes", origin(MadeRecord.table(processes: 2)).list.last
    end

    private

    def origin(table) = Report::Published::Origin.new(table)
  end
end
