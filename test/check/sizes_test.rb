# frozen_string_literal: true

require "test_helper"

module Check
  class SizesTest < Minitest::Test
    include FixtureTree

    def test_refuses_a_long_file
      files = { "lib/a.rb" => "a\n" * 250, "exe/tool" => "#!/usr/bin/env ruby\n" * 251, "data.txt" => "a\n" * 900 }
      assert_equal ["exe/tool: 251 lines, more than 250"], problems_of("sizes", files)
    end
  end
end
