# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Completion::FishTest < Minitest::Test
    include AShellScript

    def test_completes_what_was_declared
      questions = { "cachemark se" => %w[selftest], "cachemark list --of" => %w[--offline],
                    "cachemark run --format cs" => %w[csv], "cachemark run --for " => [],
                    "cachemark compare memcache-" => %w[memcache-client],
                    "cachemark show my" => ["my run.jsonl"] }
      assert_equal questions, questions.keys.zip(complete(questions.keys)).to_h
    end

    def test_an_action_that_is_called_like_a_command_has_no_options_of_it
      first, second = complete(["cachemark history list --", "cachemark list --"])

      assert_includes first, "--older-than"
      assert_includes second, "--offline"
      assert_equal %w[--help], first & second
    end

    private

    # What each line would be completed to, without the descriptions.
    def complete(lines)
      Dir.mktmpdir do |home|
        File.write("#{home}/my run.jsonl", "")
        with_script("fish") do |path|
          asked = lines.map { |line| "complete -C '#{line}'; echo ==" }.join("; ")
          told = answer({ "HOME" => home }, "fish", "--no-config", "-c", "source #{path}; #{asked}", chdir: home)
          told.split("==\n", -1).first(lines.size).map { |part| part.lines(chomp: true).map { |line| line.split("\t").first } }
        end
      end
    end
  end
end
