# frozen_string_literal: true

require "test_helper"
require "io/console"
require "pty"
require "timeout"

# The screen of a run, on separate terminals.
class TerminalProcessTest < Minitest::Test
  include Heeding

  def test_the_table_is_drawn_in_place_and_the_report_takes_its_place
    written = on_terminal("run", "socket", "--for", "60x", "--scenario", "client/get", env: { "TERM" => "xterm" })
    shown = TinyTerminal.show(written)

    assert_match(/\e\[\d+A/, written)
    assert_match(/^socket takes [\d.]+ µs a call in 1 scenario\b/, shown) # on a busy machine, more follows
    assert_match(/^Record: .*\nNext: cachemark show /, shown)
    refute_match(/Ctrl-C stops|environments: /, shown)
  end

  def test_a_dumb_terminal_gets_lines_and_no_control
    written = on_terminal("run", "socket", "--for", "2x", "--scenario", "client/get", env: { "TERM" => "dumb" })

    assert_match(/^\[ *\d+\.\d s\] measuring: 2 iterations of each row$/, written)
    refute_includes written, "\e"
  end

  def test_ctrl_c_ends_a_watch_and_takes_its_copy_along
    FolderTree.open("dalli.gemspec" => "s.name = 'dalli'", "lib/dalli.rb" => "") do |dir|
      Dir.mktmpdir do |home|
        typed = nil
        written = on_terminal("compare", "dalli@path:#{dir}", "--scenario", "client/get", "--with", "install=cached", "--watch",
                              env: { "TERM" => "xterm", "TMPDIR" => home }) do |text, keys|
          typed ||= text.include?("watching #{dir}") && keys.print("\x03").nil?
        end

        assert_match(/watching #{dir}; baseline: its state now/, written)
        assert_equal 130, @status.exitstatus
        assert_empty Dir.children(home)
      end
    end
  end

  private

  # Everything that the command writes to a terminal of 24 x 80; the block sees what came so far, and can type.
  def on_terminal(*words, env:)
    Dir.mktmpdir("cachemark-terminal") do |folder|
      env = Executable::OURS.merge("XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => folder, "NO_COLOR" => "1", **env)
      reader, writer, pid = heeding("INT") { PTY.spawn(env, File.join(Executable::ROOT, "bin/cachemark"), *words) }
      reader.winsize = [24, 80]
      text = read_all(reader) { |so_far| yield so_far, writer if block_given? }
      @status = Process.wait2(pid).last
      text
    end
  end

  def read_all(reader)
    text = +""
    Timeout.timeout(120) do
      loop do
        text << reader.readpartial(65_536).force_encoding("UTF-8")
        yield text
      end
    end
  rescue EOFError, Errno::EIO # the program has ended, and its terminal with it
    text.scrub.delete("\r")
  end
end
