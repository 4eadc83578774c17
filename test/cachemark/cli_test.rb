# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class CLITest < Minitest::Test
    def test_says_its_version
      assert_equal [0, "cachemark #{VERSION}\n"], call("--version")
    end

    def test_explains_itself_when_nothing_is_asked
      assert_equal call("help"), call
      assert_equal call("help"), call("--help")
    end

    def test_a_command_has_a_class
      assert_equal CLI::Run, CLI.command("run")
    end

    def test_an_unknown_command_names_the_nearest
      error = assert_raises(Usage) { call("shwo") }

      assert_equal "unknown command: shwo\nDid you mean show? See: cachemark help", error.message
    end

    private

    def call(*argv)
      out = StringIO.new
      [CLI.call(argv, out: out, err: StringIO.new), out.string]
    end
  end
end
