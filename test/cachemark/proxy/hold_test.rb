# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  module Proxy
    class HoldTest < Minitest::Test
      include MemcachedServer
      include ProxyTalk

      PATIENT = { silence_s: 60, most_s: 60 }.freeze

      def test_replies_are_held_until_all_clients_wait
        three(**PATIENT)
        early = []
        seen = watch(3) do
          @clients.each { |client| client.write("get a\r\n") && early << @clients.first.wait_readable(0.02) }
          @clients.each { |client| assert_equal "END\r\n", client.gets }
        end

        assert_equal [3, [nil, nil]], [seen, early.first(2)]
      end

      def test_sequential_requests_never_wait_together
        three(silence_s: 0.01, most_s: 60)

        assert_equal(1, watch(3) { @clients.each { |client| ask(client) } })
      end

      def test_no_reply_is_held_for_long_while_requests_keep_coming
        three(silence_s: 60, most_s: 0.05)

        assert_includes 1..3, watch(100) { at_once { |client| 5.times { ask(client) } } }
      end

      def test_everything_passes_before_and_after
        three(**PATIENT)
        @clients.each { |client| ask(client) }
        assert_equal(3, watch(3) { at_once { |client| 2.times { ask(client) } } })
        @clients.each { |client| ask(client) }
      end

      def test_a_reply_to_an_earlier_request_passes
        three(**PATIENT)
        @proxy.drain
        heard = @hold.watch(3, -> { flunk }) { @hold.call(Chunk.new(connection: 1, side: "server", bytes: "END\r\n")) }

        assert_equal 0, heard
      end

      def test_an_exception_in_the_block_leaves_nothing_held
        three(**PATIENT)
        assert_raises(Trouble) { watch(3) { @clients.first.write("get a\r\n") && raise(Trouble, "lost") } }

        assert_equal "END\r\n", @clients.first.gets
      end

      private

      # Three clients of one proxy.
      def three(**patience)
        @hold = Hold.new(**patience)
        @proxy = proxy_to(memcached.port, filter: @hold)
        3.times { connect(@proxy) }
      end

      # How many of them were seen to wait.
      def watch(wanted, &)
        @proxy.drain
        @hold.watch(wanted, -> { @proxy.questions.count(&:positive?) }, &)
      end

      def at_once(&asking) = @clients.map { |client| Thread.new { asking.call(client) } }.each(&:join)

      def ask(client) = client.write("get a\r\n") && assert_equal("END\r\n", client.gets)
    end
  end
end
