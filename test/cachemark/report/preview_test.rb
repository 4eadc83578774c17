# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::PreviewTest < Minitest::Test
    def test_the_time_of_a_check_does_not_include_hangs
      check, run = %w[check run].map { |command| answer(command) }

      assert_equal "This would measure 1 row, in about 8 minutes. A call that hangs takes longer: it is tried three times, " \
                   "for 4 s or more. Nothing was started.", check
      assert_equal "This would measure 1 row, in about 8 minutes. Nothing was started.", run
    end

    private

    def answer(command)
      row = Lab::Preview::Row.new(contender: "dalli", what: "397 cases")
      preview = Lab::Preview.new(command: command, rows: [row], seconds: 480.0, needs: [])
      Report::Preview.headline(preview, Record.from_lines([])).first
    end
  end
end
