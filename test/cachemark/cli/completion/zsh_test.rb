# frozen_string_literal: true

require "test_helper"
require "expect"
require "pty"
require "timeout"

module Cachemark
  class CLI::Completion::ZshTest < Minitest::Test
    include AShellScript

    # Each line is typed into a real zsh, with a Tab; what then stands there is printed in place of being run.
    SET_UP = <<~'ZSH'
      autoload -Uz compinit && compinit -u -D
      source $SCRIPT
      told() { print -r -- "<<$BUFFER>>"; BUFFER=; zle .accept-line }
      zle -N told
      bindkey '^T' told
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
end
