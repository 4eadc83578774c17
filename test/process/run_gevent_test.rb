# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

# The gevent bench as a user runs it, over a few pairs and with clients of this Ruby.
class RunGeventTest < Minitest::Test
  SUITE = <<~YAML
    layout: gevent
    reference: false
    modes: [sync, threads-2]
    scenarios: [client/set-pairs, client/get-pairs]
    labels: { client/set-pairs: set, client/get-pairs: get }
    contenders: [socket]
    as_published:
      contenders: [{ id: socket, modes: [sync, "threads-2,shared"] }]
      iterations: 1
      memcached: []
      processes: each mode
      clients: each row
      flush: never
  YAML
  DOCUMENT = "title\n=====\n\nresults\n-------\nold\n\nnext\n----\nkept"

  def test_measures_the_users_pairs_and_puts_the_tables_into_a_document
    done = measure("--iterations", "2", "--update", "README.md", "--record", "run.jsonl")
    text = File.read(path("README.md"))

    assert_equal [0, ""], [done.status, done.err[/error.*/i].to_s]
    assert_equal ["### socket set (60 keys)", "### socket get (60 keys)"], done.out.lines(chomp: true).grep(/\A###/)
    assert_equal %w[sync threads-02] * 2, done.out.scan(/^ {4}(\S+)(?: +\d+\.\d{3}){2}(?: +0\.\d{6}){3} +$/).flatten
    assert_includes done.out, "- threads-02: in flight: 2 of 2\n"
    assert_equal text, "title\n=====\n\n#{done.out}\nnext\n----\nkept"
    assert_equal 120, JSON.parse(File.readlines(path("run.jsonl")).grep(/"block"/).first)["latencies"].unpack1("m").size / 2
  end

  def test_as_published_the_document_s_flaws_are_made_again_and_found
    done = measure("--as-published")

    assert_equal 0, done.status
    sets, gets = done.out.split(/^### socket get.*/).map { |table| table.scan(/^ {4}\S+ +\d\.\d\d0 +(\d+\.\d\d0) /).flatten }
    assert_equal 2, sets.size
    assert_equal sets, gets
    assert_includes done.out, "- elapsed is in steps of 10 ms, although it has three decimals\n"
    assert_includes done.out, "- threads-02: as published: its workers share one client\n"
  end

  def test_the_published_work_is_found_in_every_mode
    done = Executable.run("work", "--suite", path("suite.yml"), "--as-published", "--data", path("data.json"), "--format", "json",
                          chdir: @folder)
    rows = JSON.parse(done.out)["rows"]

    assert_equal [0, %w[sync sync threads-2,shared threads-2,shared]], [done.status, rows.map { |row| row["mode"] }]
    assert_equal [60] * 4, rows.map { |row| row["calls"] }
    assert_equal [0, 60] * 2, rows.map { |row| row["hits"] }
    assert_includes rows.last["footnotes"], "reads what earlier rows stored"
  end

  private

  def before_setup
    super
    @folder = Dir.mktmpdir("cachemark-gevent")
    File.write(path("suite.yml"), SUITE)
    File.write(path("README.md"), DOCUMENT)
    File.write(path("data.json"), JSON.generate(Array.new(60) { |number| ["key#{number}", "value #{number}"] }.to_h))
  end

  def after_teardown
    FileUtils.remove_entry(@folder)
    super
  end

  def path(name) = File.join(@folder, name)

  def measure(*argv)
    Executable.run("run", "--suite", path("suite.yml"), "--data", path("data.json"), "--format", "gevent", *argv, chdir: @folder)
  end
end
