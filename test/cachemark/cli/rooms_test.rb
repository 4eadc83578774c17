# frozen_string_literal: true

require "test_helper"
require "rbconfig"

module Cachemark
  class CLI::RoomsTest < Minitest::Test
    include ACommand

    def test_knows_versions_and_rubies
      rooms = CLI::Rooms.new({ offline: true }).to_h

      assert_equal RUBY_VERSION, rooms[:runtime].at.version
      assert_raises(Trouble) { rooms[:versions].of("dalli") }
    end

    def test_asks_a_ruby_what_it_is_and_leaves_nothing_running
      other = File.join(@home, "ruby").tap { |path| File.symlink(RbConfig.ruby, path) }

      assert_equal RUBY_VERSION, CLI::Rooms.new({}).to_h[:runtime].at(other).version
    end
  end
end
