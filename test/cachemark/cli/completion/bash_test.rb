# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Completion::BashTest < Minitest::Test
    include AShellScript

    # Sets what readline would, and prints what it would be told.
    ASK = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cachemark; printf "%s\n" "${COMPREPLY[@]}"'

    def test_completes_commands
      assert_equal %w[selftest show], complete("cachemark", "s").sort
    end

    def test_completes_options_of_the_command_and_no_other
      assert_equal %w[--until --update --update-anyway --unsafe].sort, complete("cachemark", "run", "--u").sort
      assert_equal [], complete("cachemark", "list", "--u")
    end

    def test_completes_values
      assert_equal %w[csv], complete("cachemark", "run", "--format", "cs")
      assert_equal %w[csv], complete("cachemark", "run", "--format", "=", "cs")
      assert_includes complete("cachemark", "run", "--format", "="), "markdown"
      assert_equal %w[client/get client/get-pairs client/get-plain client/get-ruby],
                   complete("cachemark", "run", "--scenario", "client/get")
    end

    def test_what_is_free_is_not_completed
      assert_equal [], complete("cachemark", "run", "--for", "")
    end

    def test_completes_contenders_also_behind_options
      assert_includes complete("cachemark", "compare", "--offline", "dal"), "dalli"
      assert_equal %w[clients], complete("cachemark", "list", "cli")
    end

    def test_completes_files_whatever_their_names
      Dir.mktmpdir do |folder|
        File.write("#{folder}/my run.jsonl", "")

        assert_equal ["my run.jsonl"], complete("cachemark", "show", "my", chdir: folder)
      end
    end

    private

    def complete(*words, **settings)
      with_script("bash") do |path|
        answer("bash", "--norc", "-c", ASK, "ask", path, *words, **settings).lines(chomp: true) - [""]
      end
    end
  end
end
