# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Gevent::FlawsTest < Minitest::Test
    def test_document_002_has_them_all
      flaws = of(PublishedRows.document("002"))

      assert_equal 4, flaws.size
      assert_match(/\Apylibmc get: the rates are those of set; keys \/ elapsed are sync 19084, /, flaws[0])
      assert_match(/\Aultramemcache get: the rates are those of set; .* gevent-02 24752\z/, flaws[1])
      assert_match(/no time below half a millisecond \(elapsed \/ keys: 38\.8 to 139\.2 us\)\z/, flaws[2])
      assert_equal "elapsed is in steps of 10 ms, although it has three decimals", flaws[3]
    end

    def test_right_figures_have_none
      assert_empty of(Report::Gevent.new(PublishedRows.gevent_table).to_s).grep_v(/steps of 10 ms/)
    end

    def test_a_rate_of_nobodys_is_told_too
      text = "### lib set (100 keys)\n\n    sync        1.234     50.000    0.012300   0.010000   0.020000 \n"

      assert_equal ["lib set: the rates are not of these times; keys / elapsed are sync 81"], of(text)
    end

    def test_what_rounding_explains_is_right
      assert_empty of("### lib set (100 keys)\n\n    sync        0.012    8000.000   0.012300   0.010000   0.020000 \n")
    end

    private

    def of(text) = Report::Gevent::Flaws.of(Report::Gevent::Printed.all(text))
  end
end
