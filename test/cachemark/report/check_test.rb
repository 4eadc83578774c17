# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::CheckTest < Minitest::Test
    def test_a_case_is_repeated_by_one_command
      check = MadeCheck.of({ "dalli@2.7.11" => { "interrupt/kill-in-get" => "CORRUPT" } })

      assert_equal "cachemark check dalli@2.7.11 --case interrupt/kill-in-get --seed 7",
                   Report::Check.replay(check, check.cases.first)
    end

    def test_every_format_is_a_class
      Report::Check.formats.each_key { |name| assert_respond_to Report::Check.named(name), :new }
    end
  end
end
