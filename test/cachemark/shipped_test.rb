# frozen_string_literal: true

require "test_helper"

class ShippedTest < Minitest::Test
  def test_reads_what_lies_beside_the_code_once
    text = Cachemark::Shipped.text("report/html/assets/report.css")

    assert_match(/color-scheme/, text)
    assert_same text, Cachemark::Shipped.text("report/html/assets/report.css")
  end
end
