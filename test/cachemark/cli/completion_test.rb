# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::CompletionTest < Minitest::Test
    include ACommand

    def test_prints_a_script_for_each_shell
      CLI::Completion::SHELLS.each_key do |shell|
        assert_equal 0, command("completion", shell)
        assert_includes out.string, "made by: cachemark completion #{shell}"
        CLI::COMMANDS.each_key { |name| assert_match(/\b#{name}\b/, out.string) }
      end
    end

    def test_another_shell_is_refused
      assert_equal "completion tcsh: no such choice\nThere are: bash, fish, zsh.", refused("completion", "tcsh")
      assert_equal "completion needs a shell\ncachemark completion bash|zsh|fish", refused("completion")
      assert_match(/zsh is too much/, refused("completion", "bash", "zsh"))
    end
  end
end
