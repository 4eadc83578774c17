# frozen_string_literal: true

require "test_helper"
require "rbconfig"

class AskTest < Minitest::Test
  include MemcachedServer

  Ask = Cachemark::Host::Ask

  def test_what_a_command_prints_whatever_its_exit_code
    assert_equal "1.2\nerr\n", ask.call(ruby('puts "1.2"; $stdout.flush; warn "err"; exit 1'))
    assert_equal "", ask.call(ruby(""))
  end

  def test_what_cannot_be_run_is_nil
    assert_nil ask.call(["/nowhere/df"])
  end

  def test_one_that_hangs_is_ended
    pid = "#{folder}/pid"

    assert_nil Ask.new(keeper, within_s: 0.5).call(ruby("File.write(#{pid.dump}, Process.pid); sleep")) until File.exist?(pid)
    assert(Processes.eventually { !Processes.alive?(File.read(pid).to_i) })
  end

  def test_bytes_that_are_no_text_are_replaced
    assert_equal "a?b", ask.call(ruby('print "a\xFFb".b'))
  end

  def teardown = @folder && FileUtils.remove_entry(@folder)

  private

  def ask = Ask.new(keeper)
  def folder = @folder ||= Dir.mktmpdir
  def ruby(code) = [RbConfig.ruby, "--disable-gems", "-e", code]
end
