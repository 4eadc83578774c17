# frozen_string_literal: true

require "test_helper"
require "open3"

module Cachemark
  module Env
    class LateTest < Minitest::Test
      BUILDS = 'Array.new(2) { Thread.new { Cachemark::Env::Late.load("rubygems/package") } }.each(&:join); p Gem::Package'

      def test_two_builds_may_need_one_library_at_once
        late = File.join(ROOT, "lib/cachemark/env/late.rb")

        assert_equal [["Gem::Package\n", ""], true],
                     Open3.capture3(Gem.ruby, "-w", "-r", late, "-e", BUILDS).then { |*told, status| [told, status.success?] }
      end
    end
  end
end
