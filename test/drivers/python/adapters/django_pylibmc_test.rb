# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_django_store"

class DjangoPylibmcAdapterTest < Minitest::Test
  include ADjangoStore

  def notation = "django_pylibmc"

  def below = "pylibmc"

  # Of two servers one does not listen. libmemcached removes none with another way to place keys.
  def test_keys_of_a_failed_server_go_to_the_other_if_the_option_says_so
    keys = DrivenClient::KEYS.keys - ["counter"]
    lost = Cachemark::Proxy::Server.start(memcached.access).tap(&:refuse_connections)
    held = ["", ",remove_failed=1,dead_timeout=30"].map do |option|
      load_client("#{plain},ketama=on#{option}")
      open_cell(keys.map { |key| [step("write", key, "empty", ttl: 0), any] }, servers: [memcached.address, lost.address])
      4.times { run_once }
      keys.count { |key| held(key) }
    end

    assert_operator held.first, :<, keys.size
    assert_equal keys.size, held.last
  ensure
    lost&.stop
  end

  def test_speaks_the_binary_protocol_if_the_option_says_so
    { "" => "g".ord, ",binary=on" => 0x80 }.each do |option, byte|
      load_client("#{plain}#{option}")
      requests = Queue.new
      FakeMemcached.open(->(io) { requests << io.getbyte }) do |port|
        open_cell([[step("read", "k1"), miss]], servers: ["127.0.0.1:#{port}"])
        answer_in_time(type: "block", cell: "c", iterations: 1)

        assert_equal byte, requests.pop
      end
    end
  end
end
