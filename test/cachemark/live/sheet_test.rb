# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Live::SheetTest < Minitest::Test
    PAINT = Report::Terminal::Paint.new(false)

    def test_has_headings_and_a_section_for_each_contender
      rows = %w[a b].map { |name| MadeRecord.row(contender: name, label: "#{name}:set", wall_ns: 2_000.0) }
      (heading, rule), sections = Live::Sheet.of_rows(rows, PAINT, 0.01).lines(80)

      assert_match(/per call/, heading)
      assert_match(/\A-+\z/, rule)
      assert_equal [%w[a set], %w[b set]], sections.map { |lines| lines.map { |line| line.split.first } }
    end

    def test_drops_columns_where_it_is_narrow
      row = MadeRecord.row(label: "a:set", wall_ns: 2_000.0, interval: [1_990.0, 2_010.0], socket_ratio: 2.0, processes: 6)
      sheet = Live::Sheet.of_rows([row], PAINT, 0.01)

      assert_match(/x socket.*known to.*calls/, sheet.lines(100).first.first)
      refute_match(/calls/, sheet.lines(40).first.first)
      [30, 40, 60, 200].each { |width| assert_operator sheet.lines(width).flatten.map(&:size).max, :<=, width }
    end

    def test_rates_and_verdicts_have_columns_of_their_own
      rate = MadeRates.table { |_, _| Array.new(200) { [0, 50_000] } }.rows.first

      assert_match(/rate +sent/, Live::Sheet.of_rows([rate], PAINT, 0.01).lines(80).first.first)
      heading, sections = Live::Sheet.of_verdicts([MadeVerdicts.slower], PAINT, 0.01).lines(80)
      assert_match(/so far +effect/, heading.first)
      assert_equal "dalli@3.2.8 against dalli@2.7.11", sections.first.first
    end
  end
end
