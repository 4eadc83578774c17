# frozen_string_literal: true

# The conversations of protocol/transcripts, which are the same for the drivers of all languages. A test that includes this has
# `argv`, the command that starts the driver, `modes`, the names of those that it offers, and a `memcached`.
module Conversations
  VALUES = "[0]Grüße\x00\xFF".b.freeze
  private_constant :VALUES

  # Their tests: of those with the reference `null` alone, and of the others.
  WithNull, WithSocket = Transcript.all(Transcript::PROTOCOL).partition { |one| one.clients.all?("null") }.map do |transcripts|
    Module.new do
      transcripts.each do |transcript|
        define_method(:"test_speaks_#{transcript.name.tr("-", "_")}") { speaks(transcript) }
      end
    end
  end

  def teardown
    super
    hang_up
    @taken&.close
    FileUtils.rm_rf(@folder) if @folder
  end

  private

  def speaks(transcript)
    skip "a driver of level #{level}" unless transcript.level?(level)
    spoken = transcript.modes(modes - %w[processes])
    skip "a driver without further modes" if spoken.empty?

    spoken.each { |mode| speak(transcript, mode) }
  end

  def level = talk.driver.hello["level"]

  # A driver, which may have served other tests. One that has served a mode of processes has further ones.
  def talk(mode = "sync") = @talk ||= taken(mode)
  def taken(mode) = PlannedTalk.take(argv, mode.to_s[/\A(gevent|processes)/])

  # A driver of a test that failed may be wrong.
  def hang_up
    passed? || skipped? ? @talk&.give_back : @talk&.stop
    @talk = nil
  end

  def speak(transcript, mode)
    memcached.flush
    driver = DriverTalk.new(argv)
    transcript.replay(driver, places(mode))

    assert_predicate driver.finish.first, :success?
    driver = nil
  ensure
    driver&.stop
  end

  # The values of the placeholders in a transcript's requests.
  def places(mode)
    { "servers" => ->(_) { [memcached.address] }, "nowhere" => ->(_) { [nowhere] },
      "pairs" => ->(count) { pairs_file(count.to_i) },
      "mode" => ->(form) { form ? mode : mode[/\A[a-z]+/] }, "values" => ->(_) { file("values", VALUES) } }
  end

  # The path of a file with so many pairs.
  def pairs_file(count)
    pairs = Array.new(count) { |at| ["key-#{at}", "the value of key #{at}"] }.to_h
    file("#{count}.json", JSON.generate(pairs))
  end

  def file(name, content)
    @folder ||= Dir.mktmpdir
    File.join(@folder, name).tap { |path| File.binwrite(path, content) }
  end

  # An address that nothing listens on, nor will: it is taken, so that no test at the same time gets it.
  def nowhere
    @taken ||= Socket.new(:INET, :STREAM).tap { |socket| socket.bind(Addrinfo.tcp("127.0.0.1", 0)) }
    "127.0.0.1:#{@taken.local_address.ip_port}"
  end
end
