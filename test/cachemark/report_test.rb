# frozen_string_literal: true

require "test_helper"

class ReportTest < Minitest::Test
  def test_every_format_has_a_class_that_says_a_table
    Cachemark::Report::FORMATS.each_key do |name|
      refute_empty Cachemark::Report.named(name).new(MadeRecord.table).to_s, name
    end
  end

  def test_an_unknown_format_is_the_users_mistake
    error = assert_raises(Cachemark::Usage) { Cachemark::Report.named("jsn") }

    assert_match(/Did you mean json\?/, error.message)
  end
end
