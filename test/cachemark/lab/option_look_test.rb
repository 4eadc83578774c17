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
    alone def test_options_of_a_ruby_client
      found = all_sentences({}, SEEN.keys.join(","))

      SEEN.each { |option, said| assert_empty said - found.fetch(option), found.inspect }
    end

    alone def test_options_that_a_ruby_client_ignores
      assert_ignored IGNORED, SEEN.keys.join(",")
    end

    # A client whose compression is on in any case, and that then writes in two parts. Its timeout is in the wrong unit.
    def test_writes_and_a_timeout_as_it_reached_the_socket
      halves = "(@options[:compress] ? [bytes] : [bytes[0, 1], bytes[1..]]).each { |part| @sock.syswrite(part) }"
      wrong = { COMPRESSOR => IGNORED.fetch(COMPRESSOR), CONNECTION => { "@sock.write(bytes)" => halves },
                "lib/dalli/socket.rb" => { "seconds, fractional = options[:socket_timeout].divmod(1)" =>
                                           "seconds, fractional = (options[:socket_timeout] / 1000.0).divmod(1)" } }
      found = all_sentences(wrong, "compress=off,timeout=500")

      assert_includes found.fetch("compress=off"), "writes 4 -> 8 (set)"
      assert_includes found.fetch("timeout=500"), "SO_RCVTIMEO 0.001 s -> 0.5 s"
    end

    # The last one acts with several servers alone.
    def test_options_of_sockets_and_timeouts_and_servers
      ignored = { PYTHON => { "if self.no_delay:" => "if False:", "sock.settimeout(self.connect_timeout)" => "pass",
                              "sock.settimeout(self.timeout)" => "pass" } }
      found = all_sentences({}, "tcp_nodelay=on,timeout=1.5,retry_timeout=off", client: python)

      assert_ignored ignored, "tcp_nodelay=on,timeout=1.5", client: python
      assert_includes found.fetch("tcp_nodelay=on"), "TCP_NODELAY set"
      assert_includes found.fetch("timeout=1.5"), "waits for the server are limited to 1.5 s"
      assert_includes found.fetch("retry_timeout=off"), "attempts to connect to a lost server: 2 -> 3"
    end

    # Several calls at the same time need them.
    def test_connections
      ignored = { POOL => { "maxsize=pool_size" => "maxsize=2" } }

      assert_ignored ignored, "pool_size=3", client: python("aiomcache"), probe: "client/probe-raw"
      assert_equal ["connections 2 -> 3 (raw)"],
                   sentences({}, "pool_size=3", client: python("aiomcache"), probe: "client/probe-raw")
    end

    # The default runs without the gem of the pool.
    alone def test_connections_of_a_pool
      assert_includes sentences({}, "pool=on"), "+1 call per set: ConnectionPool#checkout"
      assert_equal ["connections 4 -> 1 (set)"], sentences({}, "pool_size=1,pool=on")
    end

    def test_a_client_without_any_of_the_calls_is_not_said_to_ignore_an_option
      row = looked_at({}, "pool_size=3", python("aiomcache"), "client/probe-set").first

      assert_equal ["unseen", "it offers none of the calls by which options are examined"],
                   [row.status, Report::Sentences.of(row.reason)]
    end

    private

    def python(client = "pymemcache")
      environment = DrivenClient.environment(DrivenClient.contender(client))
      skip environment.reason if environment.is_a?(Env::Unavailable)

      client
    end

    def assert_ignored(edits, options, client: DALLI, probe: SET)
      rows = looked_at(edits, options, client, probe)
      changes = rows.flat_map { |row| Report::Options::Changes.new(row.effects).to_a }
      assert_equal ["no effect seen"] * rows.size, rows.map(&:status), changes.inspect
    end

    # Of the first of these options, which is examined while the client has the others.
    def sentences(edits, options, **more) = all_sentences(edits, options, [options[/[^,]+/]], **more).values.first

    # {"option=value" => sentences}
    def all_sentences(edits, options, examined = options.split(","), client: DALLI, probe: SET)
      looked_at(edits, options, client, probe, examined).to_h do |row|
        assert_equal "changes", row.status, row.reason
        [examined.find { |option| option.start_with?("#{row.option}=") }, Report::Options::Changes.new(row.effects).to_a]
      end
    end

    def looked_at(edits, options, client, probe, examined = options.split(","))
      contender = DrivenClient.contender(EditedCopies.notation(client, edits, options: ",#{options}"))
      names = examined.map { |option| option[/\A\w+/] }
      trials = Plan::OptionTrial.all(contender).select { |trial| names.include?(trial.option) }
      Dir.mktmpdir do |dir|
        @writer = Record::Writer.create(File.join(dir, "run.jsonl"))
        look = Lab::OptionLook.new(engine([contender], environments: WarmCache.build([contender])),
                                   [Catalog.load.probes.find { |one| one.id == probe }])
        look.call(trials) { true }
        Stats::OptionEffects.of(@writer.record).rows
      ensure
        @writer.close
      end
    end
  end
end
