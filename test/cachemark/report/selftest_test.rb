# frozen_string_literal: true

require "test_helper"

class SelftestReportTest < Minitest::Test
  extend Golden

  PASSED = [%w[slow client/get]].freeze

  TEXTS = {
    "passed" => -> { text },
    "one is misjudged" => -> { text(wrong: { "twin" => "slower" }) },
    "the gate is misjudged, too" => -> { text(wrong: { "twin" => "slower", "slow" => nil }, stopped: [], passed: PASSED) },
    # An undecided control is no failure.
    "two could not be judged" => -> { text(wrong: { "slow" => nil }, stopped: []) },
    "interrupted, and one could not be judged" => lambda do
      text(wrong: { "slow" => nil }, whole: false, outcome: "interrupted")
    end,
    "interrupted" => -> { text(whole: false, outcome: "interrupted") },
    "nothing was judged" => -> { text(controls: [], outcome: nil) },
    "a page" => -> { MadeSites.text(text("html")) },
    "a page of a failure" => -> { MadeSites.text(text("html", wrong: { "twin" => "slower" })) }
  }.freeze
  golden "selftest", TEXTS

  private

  def text(format = "terminal", **made) = Cachemark::Report::Selftest.text(MadeSelftest.of(**made), format, width: 120)
end
