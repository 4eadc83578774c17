# frozen_string_literal: true

require "test_helper"
require_relative "../contract/a_python_driver"

class PythonDriverTest < Minitest::Test
  include APythonDriver

  def command = PythonWorld.argv("python/socket")[0..-2]

  def modes = %w[threads processes gevent asyncio]

  def test_a_greenlet_that_waits_is_ended = ended_from_outside("greenlet", "greenlet_timeout", mode: "gevent-1")

  %w[greenlet greenlet_timeout].each do |way|
    define_method(:"test_a_call_is_not_ended_by_a_#{way}_that_comes_too_late") { returns_if_not_ended(way, mode: "gevent-1") }
  end

  # The second call is due when the first has long been answered.
  alone def test_waiting_for_a_due_call_does_not_delay_others
    cell = { workers: ADriver::InModes::WORKERS, scenario: ADriver::InModes::ABSENT }
    address = memcached.address
    drivers = modes.to_h { |name| ["#{name}-4", loaded("#{name}-4")] }
    drivers.each { |mode, driver| open_socket(address, mode: mode, driver: driver, **cell) }
    replies = drivers.transform_values do |driver|
      Thread.new { driver.ask(type: "block", cell: "c", arrivals: packed([0, 500_000_000])) }
    end.transform_values(&:value)

    replies.each { |mode, reply| assert_operator reply["latencies"].unpack1("m0").unpack1("L<"), :<, 400_000_000, mode }
    drivers.each_value(&:give_back)
  end
end

# The same on the other Pythons of this machine.
OtherRuntimes.repeat(APythonDriver, OtherRuntimes.pythons)

class Python27DriverTest < Minitest::Test
  include ADriverOfLevel3

  def language_name = "python"

  def argv = PythonWorld.argv("python/socket,python=python2.7")

  def modes = %w[threads processes]

  # Its text is bytes, so that one cannot come back as the other.
  def test_answers_text_as_bytes
    transcript = Transcript.all(Transcript::ANSWERS).find { |one| one.name == "text-as-bytes" }
    talk.read_line
    differs = assert_raises(Minitest::Assertion) { transcript.replay(talk, places(nil)) }

    assert_includes differs.message, "ok: expected false, received true"
  end

  def test_asyncio_needs_a_later_python
    load_socket("asyncio-2")
    reply = open_socket(memcached.address, mode: "asyncio-2", workers: ADriver::InModes::WORKERS)

    assert_match(/\Anot offered by this driver: mode asyncio-2, as Python 2\.7\.\d+ has no asyncio/, reply["reason"])
  end
end
