# frozen_string_literal: true

require_relative "conversations"

# The duties of a driver of level 1 or 2 before it has a client that makes calls: those of its conversation, with the reference
# `null`. A test that includes this has `argv`, the command that starts the driver, and `language_name`.
module ANullClient
  include MemcachedServer
  include Conversations
  include Conversations::WithNull

  def test_says_which_protocol_level_and_language_it_speaks
    hello = talk.driver.hello

    assert_equal [2, language_name], hello.values_at("protocol", "language")
    assert_includes [1, 2], hello["level"]
  end

  def test_answers_null = answers("null")

  def test_what_a_level_lacks_is_not_offered
    talk.ask(type: "load", client: "null", adapter: "null", options: {})
    reply = opened(memcached.address, client: "null", mode: "gevent-4")

    assert_equal "not_offered", reply["type"]
    assert_match(/\Anot offered by this driver: mode gevent-4/, reply["reason"])
  end

  private

  # The lab gets these answers by Driver::Planned.
  def answers(name)
    transcript = Transcript.all(Transcript::ANSWERS).find { |one| one.name == name } or flunk "no transcript #{name}"
    replayed = transcript.modes(name.end_with?("-shared") ? modes - unshared : modes)
    assert_empty modes - unshared, "modes to replay #{name} in" if replayed.empty?
    replayed.each do |mode|
      memcached.flush
      assert_equal "hello", talk(mode).read_line["type"]
      transcript.replay(talk, places(mode))
      hang_up if mode
    end
  end

  # A driver of level 1 has no modes.
  def modes = []

  def opened(address, **more)
    talk.ask(type: "open", cell: "c", client: "socket", servers: [address], options: {}, prefix: "", published: false,
              mode: "sync", scenario: ADriver::GET, **more)
  end
end
