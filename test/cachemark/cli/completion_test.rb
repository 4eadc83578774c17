# frozen_string_literal: true

require "test_helper"
require "expect"
require "pty"
require "stringio"
require "timeout"

module Cachemark
  class CLI::CompletionTest < Minitest::Test
    include ACommand

    def test_what_a_placeholder_offers
      { "add FILE...|trend CLIENT[,OPTION=VALUE]... A..B" => [%w[add trend dalli], true], "SUITE|FILE.yml" => [%w[classic], true],
        "GLOB" => [%w[client/get], false], "[COMMAND]" => [%w[selftest], false] }.each do |text, (words, files)|
        offer = CLI::Completion.offer(text, MadeCells::CATALOG)

        assert_equal [[], files], [words - offer.words, offer.files], text
      end
      assert_predicate CLI::Completion.offer("TIME", MadeCells::CATALOG), :none?
      refute_includes CLI::Completion.offer("A..B|git:A..B", MadeCells::CATALOG).words, "git"
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
      assert_equal %w[--dry-run], complete("cachemark", "run", "--dr").sort
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
      assert_includes complete("cachemark", "compare", "--with", "install=cached", "dal"), "dalli"
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
      questions = { "cachemark se" => "cachemark selftest ", "cachemark list --re" => "cachemark list --refresh ",
                    "cachemark run --format cs" => "cachemark run --format csv ",
                    "cachemark compare memcache-c" => "cachemark compare memcache-client ",
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
      questions = { "cachemark se" => %w[selftest], "cachemark list --re" => %w[--refresh],
                    "cachemark run --format cs" => %w[csv], "cachemark run --for " => [],
                    "cachemark compare memcache-c" => %w[memcache-client],
                    "cachemark show my" => ["my run.jsonl"] }
      assert_equal questions, questions.keys.zip(complete(questions.keys)).to_h
    end

    def test_an_action_that_is_called_like_a_command_has_no_options_of_it
      first, second = complete(["cachemark history list --", "cachemark list --"])

      assert_includes first, "--keep"
      assert_includes second, "--refresh"
      assert_equal %w[--color --help --quiet], (first & second).sort
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
