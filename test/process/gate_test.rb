# frozen_string_literal: true

require "test_helper"

# `gate` in a clone of a real client.
class GateProcessTest < Minitest::Test
  include StolenCpu

  alone def test_a_commit_that_makes_get_dearer_is_stopped
    AClientRepository.open do |made|
      made.slow_down
      junit = File.join(made.dir, "gate.xml")
      result = gate(made, "--base", "git:HEAD~1", "--for", "30s", "--junit", junit)

      skip_where_stolen(result.out)

      assert_equal 1, result.status, result.out + result.err
      assert_match(/regression: get costs more, and again with fresh processes/, result.out)
      assert_match(/<failure/, File.read(junit))
    end
  end

  def test_a_base_that_is_not_there_is_three_and_says_why
    AClientRepository.open do |made|
      result = gate(made, "--base", "git:nowhere")

      assert_equal [3, ""], [result.status, result.out]
      assert_match(/nowhere/, result.err)
    end
  end

  def test_a_base_that_does_not_load_is_three_unless_it_may_be
    AClientRepository.open do |made|
      made.write("lib/dalli/broken.rb", "raise 'broken'\n")
      made.write("lib/dalli.rb", "raise 'broken base'\n")
      made.commit("Break")
      made.git("revert", "--no-edit", "HEAD")
      results = [[], ["--allow-unresolved"]].map { |options| gate(made, "--base", "git:HEAD~1", "--for", "2s", *options) }

      assert_equal [3, 0], results.map(&:status)
      results.each { |result| assert_match(/broken base/, result.out) }
    end
  end

  private

  def gate(made, *options)
    Dir.mktmpdir("cachemark-state") do |state|
      Executable.run("gate", "--scenario", "client/get", *options,
                     chdir: made.dir, env: { "XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => state })
    end
  end
end
