# frozen_string_literal: true

require "test_helper"
require "expect"
require "pty"
require "stringio"
require "timeout"

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
      assert_equal "completion: unknown choice \"tcsh\"\nThere are: bash, fish, zsh.", refused("completion", "tcsh")
      assert_equal "completion needs a shell\ncachemark completion bash|zsh|fish", refused("completion")
      assert_match(/unexpected argument "zsh"/, refused("completion", "bash", "zsh"))
    end
  end

  class CLI::Completion::GrammarTest < Minitest::Test
    # A command that no script has heard of.
    class Made < CLI::Command
      describe "Made for a test.", arguments: "add FILE...|trend CLIENT[,OPTION=VALUE]... A..B", examples: []
      takes "Options" => [CLI::Options.option(:colour, "--colour NAME", "Which.", words: %w[red blue]), CLI::Options::SUITE,
                          CLI::Options.option(:quiet, "-q, --quiet", "No word.")]
    end

    def test_options_are_those_that_were_declared
      assert_equal [%w[--colour], %w[--suite], %w[-q --quiet], %w[-h --help]], entry.flags.map(&:names)
      assert_equal ["NAME", "SUITE|FILE.yml", nil, nil], entry.flags.map(&:value)
    end

    def test_a_value_that_is_one_of_few_words_offers_them
      assert_equal [%w[red blue], false], entry.flags.first.offer.then { |offer| [offer.words, offer.files] }
    end

    def test_an_argument_for_a_suite_offers_suites_and_files
      offer = entry.flags[1].offer

      assert_includes offer.words, "classic"
      assert offer.files
    end

    def test_a_switch_offers_nothing
      assert_predicate entry.flags.last.offer, :none?
    end

    def test_arguments_offer_their_words_and_values_and_files
      offer = entry.offer

      assert_equal %w[add trend], offer.words.first(2)
      assert_includes offer.words, "dalli"
      assert offer.files
    end

    private

    def entry
      catalog = Catalog.load
      made = Made.new(out: StringIO.new, err: StringIO.new)
      CLI::Completion::Grammar.new({ "made" => made }, catalog: catalog).entries.first
    end
  end

  class CLI::Completion::BashTest < Minitest::Test
    include AShellScript

    # Sets what readline would, and prints its answer.
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
      assert_equal %w[client/get-multi client/get-multi-cas], complete("cachemark", "run", "--scenario", "client/get-m")
    end

    def test_does_not_complete_free_text
      assert_equal [], complete("cachemark", "run", "--for", "")
    end

    def test_completes_contenders_also_behind_options
      assert_includes complete("cachemark", "compare", "--offline", "dal"), "dalli"
      assert_equal %w[clients], complete("cachemark", "list", "cli")
    end

    def test_completes_files_with_any_name
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

  class CLI::Completion::ZshTest < Minitest::Test
    include AShellScript

    # Each line is typed into a real zsh, with a Tab; the completed line is printed and not run.
    SET_UP = <<~'ZSH'
      autoload -Uz compinit && compinit -u -D
      source $SCRIPT
      show_buffer() { print -r -- "<<$BUFFER>>"; BUFFER=; zle .accept-line }
      zle -N show_buffer
      bindkey '^T' show_buffer
      zstyle ':completion:*' insert-unambiguous true
      PS1='ready>'
    ZSH

    def test_completes_what_was_declared
      questions = { "cachemark se" => "cachemark selftest ", "cachemark list --of" => "cachemark list --offline ",
                    "cachemark run --format cs" => "cachemark run --format csv ",
                    "cachemark compare memcache-" => "cachemark compare memcache-client ",
                    "cachemark show my" => "cachemark show my\\ run.jsonl " }
      assert_equal questions, questions.keys.zip(complete(questions.keys)).to_h
    end

    private

    def complete(lines)
      with_script("zsh") do |path|
        Dir.mktmpdir { |home| typed(lines, home, { "HOME" => home, "ZDOTDIR" => home, "SCRIPT" => path, "TERM" => "dumb" }) }
      end
    end

    def typed(lines, home, env)
      File.write("#{home}/my run.jsonl", "")
      File.write("#{home}/.zshrc", SET_UP)
      reader, writer, pid = PTY.spawn(env, "zsh", "-d", "-i", chdir: home)
      Timeout.timeout(60) do
        lines.map do |line|
          writer.print(line, "\t", "\x14")
          reader.expect(/<<(.*?)>>/).last
        end
      end
    ensure
      finish(pid, reader, writer) if pid
    end

    def finish(pid, *streams)
      streams.each(&:close)
      Process.kill("KILL", pid)
      Process.wait(pid)
    rescue SystemCallError # it has ended with its terminal
      nil
    end
  end

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

    # The completions of each line, without the descriptions.
    def complete(lines)
      Dir.mktmpdir do |home|
        File.write("#{home}/my run.jsonl", "")
        with_script("fish") do |path|
          asked = lines.map { |line| "complete -C '#{line}'; echo ==" }.join("; ")
          output = answer({ "HOME" => home }, "fish", "--no-config", "-c", "source #{path}; #{asked}", chdir: home)
          output.split("==\n", -1).first(lines.size).map { |part| part.lines(chomp: true).map { |line| line.split("\t").first } }
        end
      end
    end
  end
end
