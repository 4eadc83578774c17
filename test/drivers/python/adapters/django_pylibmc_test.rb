# frozen_string_literal: true

require "test_helper"
require_relative "../../../contract/a_django_store"

class DjangoPylibmcAdapterTest < Minitest::Test
  include ADjangoStore

  def notation = "django_pylibmc"

  def below = "pylibmc"

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
