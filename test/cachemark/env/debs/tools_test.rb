# frozen_string_literal: true

require "test_helper"

class EnvDebsToolsTest < Minitest::Test
  include DebsCase

  def tools(**options) = Debs::Tools.new(workshop, **options)

  def test_answers_what_a_command_printed_the_last_time
    2.times { assert_equal "é 1\n", tools.say(["sh", "-c", "echo é $X"], env: { "X" => "1" }, log: "#{cache}/logs/x.log") }
  end

  def test_says_why_a_command_failed
    error = assert_raises(Cachemark::Env::Impossible) { tools.say(%w[sh -c], log: "#{cache}/x.log", complaint: "it cannot") }
    assert_match(/\Ait cannot: /, error.reason)
    assert_path_exists error.log
    assert_equal "install what provides nothing-at-all",
                 assert_raises(Cachemark::Env::Impossible) { tools.say(%w[nothing-at-all], log: "#{cache}/x.log") }.how
  end

  def test_a_full_disk_is_no_contenders_fault
    full = ["sh", "-c", "echo No space left on device; exit 1"]
    assert_match(/No space is left/, assert_raises(Cachemark::Trouble) { tools.say(full, log: "#{cache}/x.log") }.message)
  end

  def test_says_what_this_machine_lacks
    assert_match(/machine is none/, reason { tools(status: "/nowhere").base })
    File.write("#{cache}/status", "Package: dash\n")
    assert_match(/machine is none/, reason { tools(status: "#{cache}/status").base })
    workshop = self.workshop.tap { |made| made.define_singleton_method(:archive) { nil } }
    assert_match(/knows no archive/, reason { Debs::Tools.new(workshop).archive })
  end
end
