# frozen_string_literal: true

require "test_helper"
require "open3"

module Cachemark
  class Lab::Check::TrialsTest < Minitest::Test
    SCRIPT = <<~RUBY
      module Cachemark
        module Lab
          Loop = Class.new
        end
      end
      require "cachemark/lab/check"
      a_case = Struct.new(:id).new("reply/cut")
      nonces = Array.new(2) do
        trials = Cachemark::Lab::Check::Trials.new(a_case, ring: nil, keeper: nil, client: nil, seed: 7)
        [1, 2].map { |number| trials.send(:nonce, number) }
      end
      print nonces.flatten.join(" ")
    RUBY

    def test_nonces_need_no_gem_differ_between_trials_and_are_the_same_in_another_run
      output, status = Open3.capture2e(RbConfig.ruby, "--disable-gems", "-I", File.join(ROOT, "lib"), "-e", SCRIPT)
      first, second, *again = output.split

      assert_predicate status, :success?, output
      assert_match(/\A\h{10}\z/, first)
      assert_equal [[first, second], 2], [again, [first, second].uniq.size]
    end
  end
end
