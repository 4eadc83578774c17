# frozen_string_literal: true

require "test_helper"

module Cachemark
  # Each kind of change, with a client whose option works, and with a copy of it whose option is ignored.
  class Lab::OptionLookTest < Minitest::Test
    include ALab

    each_takes 10

    SET = "client/probe-set"
    DALLI = "dalli@3.2.8"
    CLIENT = "lib/dalli/client.rb"
    CONNECTION = "lib/dalli/protocol/connection_manager.rb"
    COMPRESSOR = "lib/dalli/protocol/value_compressor.rb"
    KEYS = "lib/dalli/key_manager.rb"
    PYTHON = "pymemcache/client/base.py"
    POOL = "aiomcache/client.py"
    SEEN = { "protocol=meta" => ["sends ms instead of set (set)"],
             "compress=off" => ["values no longer compressed (set)", "flags 3 -> none (set)"],
             "namespace=example" => ["keys 8 bytes longer"],
             "threadsafe=off" => ["-2 calls per set: Monitor#synchronize"],
             "retry_delay=off" => ["attempts to connect to a lost server: 1 -> 4"] }.freeze
    IGNORED = { CLIENT => { "when 'meta'" => "when 'metaphor'" },
                COMPRESSOR => { "do_compress = compress_value?(value, req_options)" => "do_compress = true" },
                KEYS => { "return nil unless raw_namespace" => "return nil" },
                "lib/dalli/ring.rb" => { "threadsafe! unless options[:threadsafe] == false" => "threadsafe!" },
                CONNECTION => { "@last_down_at + options[:down_retry_delay]" => "@last_down_at + 30" } }.freeze

    def setup
      super
      skip "strace is not installed" unless keeper.which("strace")
    end

    # The commands, the values and their flags, the keys, the methods that are called, and the calls of lost servers.
    alone def test_options_of_a_ruby_client_and_of_one_that_ignores_them
      heeding, ignoring = looked_at([{}, SEEN.keys], [IGNORED, SEEN.keys])
      found = sentences_of(heeding)

      SEEN.each { |option, said| assert_empty said - found.fetch(option), found.inspect }
      assert_ignored ignoring
    end

    # A client whose compression is on in any case, and that then writes in two parts. Its timeout is in the wrong unit.
    def test_writes_and_a_timeout_as_it_reached_the_socket
      halves = "(@options[:compress] ? [bytes] : [bytes[0, 1], bytes[1..]]).each { |part| @sock.syswrite(part) }"
      wrong = { COMPRESSOR => IGNORED.fetch(COMPRESSOR), CONNECTION => { "@sock.write(bytes)" => halves },
                "lib/dalli/socket.rb" => { "seconds, fractional = options[:socket_timeout].divmod(1)" =>
                                           "seconds, fractional = (options[:socket_timeout] / 1000.0).divmod(1)" } }
      found = sentences_of(looked_at([wrong, %w[compress=off timeout=500]]).first)

      assert_includes found.fetch("compress=off"), "writes 4 -> 8 (set)"
      assert_includes found.fetch("timeout=500"), "SO_RCVTIMEO 0.001 s -> 0.5 s"
    end

    # The last one acts with several servers alone.
    def test_options_of_sockets_and_timeouts_and_servers
      ignored = { PYTHON => { "if self.no_delay:" => "if False:", "sock.settimeout(self.connect_timeout)" => "pass",
                              "sock.settimeout(self.timeout)" => "pass" } }
      heeding, ignoring = looked_at([{}, %w[tcp_nodelay=on timeout=1.5 retry_timeout=off]],
                                     [ignored, %w[tcp_nodelay=on timeout=1.5]], client: python)
      found = sentences_of(heeding)

      assert_ignored ignoring
      assert_includes found.fetch("tcp_nodelay=on"), "TCP_NODELAY set"
      assert_includes found.fetch("timeout=1.5"), "waits for the server are limited to 1.5 s"
      assert_includes found.fetch("retry_timeout=off"), "attempts to connect to a lost server: 2 -> 3"
    end

    # Several calls at the same time need them.
    def test_connections
      ignored = { POOL => { "maxsize=pool_size" => "maxsize=2" } }
      heeding, ignoring = looked_at([{}, %w[pool_size=3]], [ignored, %w[pool_size=3]], client: python("aiomcache"),
                                                                                          probe: "client/probe-raw")

      assert_ignored ignoring
      assert_equal({ "pool_size=3" => ["connections 2 -> 3 (raw)"] }, sentences_of(heeding))
    end

    # The default runs without the gem of the pool.
    alone def test_connections_of_a_pool
      with_pool, with_one = looked_at([{}, %w[pool=on]], [{}, %w[pool_size=1], %w[pool=on]]).map { |rows| sentences_of(rows) }

      assert_includes with_pool.fetch("pool=on"), "+1 call per set: ConnectionPool#checkout"
      assert_equal ["connections 4 -> 1 (set)"], with_one.fetch("pool_size=1")
    end

    def test_a_client_without_any_of_the_calls_is_not_said_to_ignore_an_option
      row = looked_at([{}, %w[pool_size=3]], client: python("aiomcache")).first.first

      assert_equal ["unseen", "it offers none of the calls by which options are examined"],
                   [row.status, Report::Sentences.of(row.reason)]
    end

    private

    def python(client = "pymemcache")
      environment = DrivenClient.environment(DrivenClient.contender(client))
      skip environment.reason if environment.is_a?(Env::Unavailable)

      client
    end

    def assert_ignored(rows)
      changes = rows.flat_map { |row| Report::Options::Changes.new(row.effects).to_a }
      assert_equal ["no effect seen"] * rows.size, rows.map(&:status), changes.inspect
    end

    # {"option=value" => sentences}
    def sentences_of(rows)
      rows.to_h do |row|
        assert_equal "changes", row.status, row.reason
        ["#{row.option}=#{row.value}", Report::Options::Changes.new(row.effects).to_a]
      end
    end

    # The rows of each copy: [edits, options that are examined, further options]. All are examined at the same time, because
    # most of the time a process waits.
    def looked_at(*copies, client: DALLI, probe: SET)
      contenders = copies.map do |edits, examined, further = []|
        DrivenClient.contender(EditedCopies.notation(client, edits, options: ",#{[*examined, *further].join(",")}"))
      end
      look = Lab::OptionLook.new(engine(contenders, environments: WarmCache.build(contenders)),
                                 [Catalog.load.probes.find { |one| one.id == probe }])
      look.call(contenders.zip(copies).flat_map { |contender, (_, examined)| trials(contender, examined) }) { true }
      rows = Stats::OptionEffects.of(writer.record).rows.group_by(&:contender)
      contenders.map { |contender| rows.fetch(contender.id) }
    end

    def trials(contender, examined)
      names = examined.map { |option| option[/\A\w+/] }
      Plan::OptionTrial.all(contender).select { |trial| names.include?(trial.option) }
    end
  end
end
