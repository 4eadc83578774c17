# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ContributeTest < Minitest::Test
    include ACommand

    def test_refuses_what_it_cannot_do_before_it_starts
      { [] => /contribute needs a client, or --machine\ncachemark contribute dalli/,
        %w[dalli --machine] => /needs a client, or --machine/, %w[dalli memcached] => /unexpected argument "memcached"/,
        %w[dali] => /unknown client: dali\nDid you mean dalli/, %w[dalli --campaign nope] => /unknown campaign: nope/,
        %w[dalli --step nope] => /--step nope: client-dalli has no such step/,
        ["dalli", "--results", "/nowhere/results"] => %r{--results /nowhere/results cannot be written} }.each do |words, message|
        assert_match(message, refused("contribute", *words))
      end
      refute_path_exists file("state")
    end

    def test_lists_the_steps_of_campaigns
      command("list", "campaigns")

      assert_match(/^client +3 steps +what a pull request/, out.string)
      assert_match(/^  dalli-5-or-2.7 +cachemark compare dalli@2.7.11 dalli@newest/, out.string)
      assert_match(/^  find-memcache-client +cachemark find/, out.string)
    end
  end
end
