# frozen_string_literal: true

require "test_helper"

module Check
  class UnusedTest < Minitest::Test
    include FixtureTree

    def test_refuses_a_method_that_only_tests_call
      assert_equal ["lib/a.rb:3: nothing calls rate", "lib/b.rb:1: nothing calls rate"],
                   problems("lib/a.rb" => "def self.run\nend\ndef rate; end\n", "lib/b.rb" => "  def rate = run\n",
                            "test/a_test.rb" => "rate\n")
    end

    def test_a_longer_name_is_another
      assert_equal ["lib/a.rb:1: nothing calls rate"], problems("lib/a.rb" => "def rate = rates + rate?\n")
    end

    def test_accepts_callers_anywhere_built_names_and_data
      assert_empty problems("lib/a.rb" => "def on_start = 1\ndef kinds_of = 2\ndef drip = 3\ndef go = send(:\"on_\#{x}\")\n",
                            "exe/a.rb" => "go\nsend(:\"\#{kind}_of\")\n", "catalog/a.yml" => "drip: 1\n",
                            "lib/b.rb" => "def gap? = 1\n", "lib/b.erb" => "<% if gap?(1) %>\n")
    end

    private

    def problems(files) = problems_of("unused", files)
  end
end
