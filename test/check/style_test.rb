# frozen_string_literal: true

require "test_helper"

module Check
  # As a process, for rubocop's gems stand apart from those of the tests.
  class StyleTest < Minitest::Test
    include FixtureTree

    def test_refuses_what_the_house_does_not_write
      Dir.mktmpdir do |root|
        plant(root, "lib/a.rb" => "# frozen_string_literal: true\n\nputs 'single'\n",
                    "lib/b.rb" => "# frozen_string_literal: true\n")
        result = Executable.run("--root", root, "style", program: "bin/check")
        assert_equal 1, result.status, result.err
        assert_match(/style: 1 problems\n  lib\/a.rb:3:6: .*StringLiterals/, result.out)
      end
    end

    def test_names_the_parts_when_one_is_unknown
      result = Executable.run("stile", program: "bin/check")
      assert_equal 1, result.status
      assert_match(/no such part: stile. There are: catalogue, /, result.err)
    end
  end
end
