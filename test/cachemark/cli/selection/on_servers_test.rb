# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Selection::OnServersTest < Minitest::Test
    # The releases that can be had, as Env::Servers knows them.
    class Known
      ALL = %w[1.6.18 1.6.38 1.6.45].freeze

      def exact(word)
        return ALL.last if word == "newest"

        return word if ALL.include?(word) || word.start_with?("/")

        raise Usage.new("memcached has no version #{word}", try: "name another")
      end

      def between(_range) = ALL
    end

    def test_one_is_the_runs_own_and_changes_no_contender
      assert_equal ["1.6.45", [MadeCells.contender]], [on("newest").own, on("newest").contenders([MadeCells.contender])]
      servers = on("newest", rtts: ["1ms"])
      assert_equal ["1.6.45", ["dalli,rtt=1ms"]], [servers.own, servers.contenders([contender("dalli")]).map(&:id)]
      found = on(servers_from: "1.6.18..1.6.45").contenders([contender("dalli")])
      assert_equal Known::ALL, found.map { |one| one.endpoint.memcached }, "a range has its oldest first"
    end

    def test_on_several_each_contender_is_measured_on_each
      found = on("1.6.18", "/opt/memcached").contenders([contender("dalli"), contender("socket")])

      assert_equal ["dalli,memcached=1.6.18", "socket,memcached=1.6.18", "dalli,memcached=/opt/memcached",
                    "socket,memcached=/opt/memcached"], found.map(&:id)
      assert_equal %w[1.6.18 1.6.18 /opt/memcached /opt/memcached], found.map { |one| one.endpoint.memcached }
      assert_nil on("1.6.18", "1.6.38").own
    end

    def test_a_contender_names_its_own_release
      typed = contender("dalli", id: "dalli,memcached=newest", endpoint: Contender::Endpoint.new(memcached: "newest"))
      found = on.contenders([typed]).first

      assert_equal ["dalli,memcached=newest", "dalli@3.2.8,memcached=1.6.45", "1.6.45"],
                   [found.id, found.notation, found.endpoint.memcached]
    end

    def test_what_cannot_be_meant_is_refused
      typed = contender("dalli", endpoint: Contender::Endpoint.new(memcached: "1.6.18"))

      assert_match(/names 1\.6\.18 twice/, refused { on("1.6.18", "1.6.18").own })
      assert_match(/has no version 1\.4/, refused { on("1.4").own })
      assert_match(/dalli has memcached=, and the command line --with memcached/,
                   refused { on("1.6.18", "1.6.45").contenders([typed]) })
      assert_match(/and the command line --with memcached/, refused { on(servers_from: "a..b").contenders([typed]) })
      slow = contender("dalli", endpoint: Contender::Endpoint.new(rtt: "1ms"))
      assert_match(/dalli has rtt=, and the command line --with rtt/, refused { on(rtts: ["5ms"]).contenders([slow]) })
    end

    def test_each_contender_is_measured_on_each_network
      found = on(rtts: %w[0.2ms 1ms], bandwidths: ["10mbit"]).contenders([contender("dalli"), contender("socket")])

      assert_equal ["dalli,rtt=0.2ms,bandwidth=10mbit", "socket,rtt=0.2ms,bandwidth=10mbit",
                    "dalli,rtt=1ms,bandwidth=10mbit", "socket,rtt=1ms,bandwidth=10mbit"], found.map(&:id)
      assert_equal [200_000, 200_000, 1_000_000, 1_000_000], found.map { |one| one.endpoint.rtt_ns }
    end

    def test_releases_and_networks_are_combined
      narrow = contender("dalli", endpoint: Contender::Endpoint.new(bandwidth: "1mbit"))
      found = on("1.6.18", "1.6.45", rtts: %w[1ms 5ms]).contenders([narrow])

      assert_equal [%w[1.6.18 1ms 1mbit], %w[1.6.18 5ms 1mbit], %w[1.6.45 1ms 1mbit], %w[1.6.45 5ms 1mbit]],
                   found.map { |one| one.endpoint.to_h.values_at(:memcached, :rtt, :bandwidth) }
      assert_equal 4, on("1.6.18", "1.6.45", rtts: %w[1ms 5ms]).count
    end

    def test_options_of_the_command_line_name_endpoints_or_not
      named = [{ memcacheds: ["1"] }, { servers_from: "a..b" }, { rtts: ["1ms"] }, { bandwidths: ["1mbit"] }, { servers: 3 }]

      assert_equal [true, true, true, true, false], named.map { |options| CLI::Selection::OnServers.named?(options) }
    end

    def test_the_reference_is_measured_on_the_servers_of_its_peers
      all = on("1.6.18", "1.6.45").contenders([contender("dalli")])
      references = on.references([contender("socket")], [*all, contender("dalli")])

      assert_equal ["socket,memcached=1.6.18", "socket,memcached=1.6.45", "socket"], references.map(&:id)
    end

    private

    def on(*words, **options)
      CLI::Selection::OnServers.new({ **(words.any? ? { memcacheds: words } : {}), **options }, Known.new)
    end

    def contender(name, id: name, **more)
      MadeCells.contender(name, section: id, **more).with(id: id, notation: name == "dalli" ? "dalli@3.2.8" : name)
    end

    def refused(&block) = assert_raises(Usage, &block).message
  end
end
