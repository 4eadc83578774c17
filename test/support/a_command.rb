# frozen_string_literal: true

require "fileutils"
require "stringio"
require "tmpdir"

# Commands called in this process, with a temporary home: `command` answers the exit code. The gem source's lists, once fetched,
# are those of all tests, and so are environments.
module ACommand
  attr_reader :out, :err

  def before_setup
    super
    @home = Dir.mktmpdir("cachemark-home")
    @before = ENV.to_h.slice("XDG_CACHE_HOME", "XDG_STATE_HOME")
    ENV.update("XDG_CACHE_HOME" => ARun.cache, "XDG_STATE_HOME" => File.join(@home, "state"))
  end

  def after_teardown
    ENV.update("XDG_CACHE_HOME" => nil, "XDG_STATE_HOME" => nil, **@before)
    FileUtils.remove_entry(@home)
    super
  end

  # The path of a file in that home, with that text if one is given.
  #: (String, ?String) -> String
  def file(name, text = nil) = File.join(@home, name).tap { |path| File.write(path, text) if text }

  # Has a cache in that home, with these folders of that of all tests: for a test of what a cache has, or of environments that
  # nobody uses again.
  def begin_cold(*folders) = ENV["XDG_CACHE_HOME"] = folders.any? ? ARun.furnish(@home, folders) : @home

  # A record of made blocks, as a file.
  #: (**Object) -> String
  def record(**made)
    file("made.jsonl", MadeRecord.lines(**made).map { |line| "#{JSON.generate(line)}\n" }.join)
  end

  #: (*String) -> Integer
  def command(*argv)
    @out = StringIO.new
    @err = StringIO.new
    Cachemark::CLI.call(argv, out: @out, err: @err)
  end

  # The message of the mistake that the command line has.
  #: (*String) -> String
  def refused(*argv)
    assert_raises(Cachemark::Usage, argv.inspect) { command(*argv) }.message
  end
end
