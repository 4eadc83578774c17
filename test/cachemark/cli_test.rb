# frozen_string_literal: true

require "test_helper"
require "rbconfig"
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

  class CLI::SourcesTest < Minitest::Test
    include ACommand

    def test_knows_versions_and_rubies
      rooms = CLI.sources({ offline: true })

      assert_equal RUBY_VERSION, rooms[:runtime].at.version
      assert_raises(Trouble) { rooms[:versions].of("dalli") }
    end

    def test_asks_a_ruby_what_it_is_and_leaves_nothing_running
      other = File.join(@home, "ruby").tap { |path| File.symlink(RbConfig.ruby, path) }

      assert_equal RUBY_VERSION, CLI.sources({})[:runtime].at(other).version
    end
  end
end
