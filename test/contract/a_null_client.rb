# frozen_string_literal: true

# The duties of a driver of level 1 or 2 before it has a client that makes calls: those of its conversation, with the reference
# `null`. A test that includes this has `argv`, the command that starts the driver, and `language_name`.
module ANullClient
  include MemcachedServer

  def setup
    super
    memcached.flush
    @keeper = Cachemark::Host::Keeper.start
    @talk = PlannedTalk.start(@keeper, argv, ENV.slice("PATH", "HOME"))
  end

  def teardown
    @talk&.give_back
    @keeper&.stop
    FileUtils.rm_rf(@folder) if @folder
    super
  end

  def test_says_which_protocol_level_and_language_it_speaks
    hello = @talk.session.hello

    assert_equal [2, language_name], hello.values_at("protocol", "language")
    assert_includes [1, 2], hello["level"]
  end

  def test_replays_null = replays("null")

  def test_answers_what_it_does_not_know
    talk = DriverTalk.new(argv)
    talk.read_line
    talk.send_line("this is no JSON")

    assert_equal ["failed", nil], talk.read_line.values_at("type", "id")
    assert_equal "failed", talk.ask(type: "sing")["type"]
    status, = talk.finish
    assert_predicate status, :success?
  end

  def test_what_a_level_lacks_is_not_offered
    @talk.ask(type: "load", client: "null", adapter: "null", options: {})
    reply = opened(memcached.address, client: "null", mode: "gevent-4")

    assert_equal "not_offered", reply["type"]
    assert_match(/\Anot offered by this driver: mode gevent-4/, reply["reason"])
  end

  private

  def replays(name)
    transcript = Transcript.all.find { |one| one.name == name } or flunk "no transcript #{name}"
    replayed = transcript.modes(name.end_with?("-shared") ? modes - unshared : modes)
    assert_empty modes - unshared, "modes to replay #{name} in" if replayed.empty?
    replayed.each do |mode|
      memcached.flush
      transcript.replay(talk, places(mode)) do |expected, received, number|
        assert Transcript.fits?(expected, received), "protocol/transcripts/#{name}.jsonl:#{number}: #{mode} " \
                                                     "#{Transcript.difference(expected, received)}\nin #{received.to_json}"
      end
      hang_up if mode
    end
  end

  # A driver of level 1 has no modes.
  def modes = []
  def talk = @talk

  def places(mode)
    { "mode" => ->(_) { mode }, "servers" => ->(_) { [memcached.address] }, "nowhere" => ->(_) { ["127.0.0.1:1"] },
      "pairs" => ->(count) { pairs_file(count.to_i) } }
  end

  def pairs_file(count)
    pairs = Array.new(count) { |at| ["key-#{at}", "the value of key #{at}"] }.to_h
    File.join(@folder ||= Dir.mktmpdir, "#{count}.json").tap { |path| File.write(path, JSON.generate(pairs)) }
  end

  def opened(address, **more)
    @talk.ask(type: "open", cell: "c", client: "socket", servers: [address], options: {}, prefix: "", published: false,
              mode: "sync", scenario: ADriver::GET, **more)
  end
end
