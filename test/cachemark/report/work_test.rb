# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::WorkTest < Minitest::Test
    def test_every_format_has_a_report
      table = Said::WorkTable.of(MadeWork.record(MadeWork.row("a", "client/set", [MadeWork.command("set")])))

      Report::Work.formats.each_key { |name| assert_match(/\S/, Report::Work.named(name).new(table).to_s) }
      assert_raises(Usage) { Report::Work.named("classic") }
    end
  end
end
