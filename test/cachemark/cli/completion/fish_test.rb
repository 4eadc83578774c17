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
