# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Env::EnvironmentTest < Minitest::Test
    include ALab

    def test_one_of_several_that_share_it_is_held_to_its_own_gems
      all = %w[memcached kgio connection_pool dalli].map { |gem| { gem: gem, version: "1", dir: "/#{gem}", extension_dir: nil } }
      shared = environment("whole", expected: all, gems: all.to_h { |gem| [gem[:gem], "1"] })
      lent = shared.lent_to(MadeCells.contender("dalli"), except: %w[memcached])

      assert_equal "dalli", lent.contender_id
      assert_equal %w[dalli kgio connection_pool], lent.expected.map { |gem| gem[:gem] }
      assert_equal %w[kgio connection_pool dalli], lent.gems.keys
    end
  end
end
