# frozen_string_literal: true

require "test_helper"

class ClassicHeadingTest < Minitest::Test
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
    Cachemark::Report::Classic::Heading.of(MadeRecord.row(contender: "dalli", **members))
  end
end
