# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

# The gevent bench as a user runs it, over a few pairs and with clients of this Ruby.
class GeventDocumentTest < Minitest::Test
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
    done = measure("--for", "2x", "--output", "document=README.md", "--output", "run.jsonl")
    text = File.read(path("README.md"))

    assert_equal [0, ""], [done.status, done.err[/error.*/i].to_s]
    assert_equal ["### socket set (60 keys)", "### socket get (60 keys)"], done.out.lines(chomp: true).grep(/\A###/)
    assert_equal %w[sync threads-02] * 2, done.out.scan(/^ {4}(\S+)(?: +\d+\.\d{3}){2}(?: +0\.\d{6}){3} +$/).flatten
    assert_includes done.out, "- threads-02: in flight: 2 of 2\n"
    assert_equal text, "title\n=====\n\n#{done.out}\nnext\n----\nkept"
    assert_equal 120, JSON.parse(File.readlines(path("run.jsonl")).grep(/"block"/).first)["latencies"].unpack1("m").size / 2
  end

  def test_as_published_repeats_and_reports_the_flaws_of_the_document
    done = measure("--suite", "as-published")

    assert_equal 0, done.status
    sets, gets = done.out.split(/^### socket get.*/).map { |table| table.scan(/^ {4}\S+ +\d\.\d\d0 +(\d+\.\d\d0) /).flatten }
    assert_equal 2, sets.size
    assert_equal sets, gets
    assert_includes done.out, "- elapsed is in steps of 10 ms, although it has three decimals\n"
    assert_includes done.out, "- threads-02: as published: its workers share one client\n"
  end

  def test_the_published_work_is_found_in_every_mode
    done = Executable.run("work", "--suite", "#{path("suite.yml")},as-published", "--with", "data=#{path("data.json")}",
                          "--format", "json", chdir: @folder)
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
    Executable.run("run", "--suite", path("suite.yml"), "--with", "data=#{path("data.json")}", "--format", "gevent", *argv,
                   chdir: @folder)
  end
end

# `work --suite as-published` on the real programs of the time finds what was wrong with them, and the guide says how.
class WorkPublishedTest < Minitest::Test
  GUIDE = File.read(File.join(Cachemark::ROOT, "docs/case-study.md"))

  # Sentence => how many rows of the 74 have it.
  CLASSIC = {
    "identical to memcached: same code, same options" => 7, "identical to memcached_rails: same code, same options" => 7,
    "identical to memcached_store: same code, same options" => 8,
    "stores through Marshal, although labelled plain: 8 bytes" => 2,
    "reads through Marshal, although labelled plain: 8 bytes" => 2,
    "reads the values that set:plain stored, not those of its scenario: 8 bytes where mem_cache reads 4" => 4,
    "reads values that were stored plain: their flags say that there is nothing to deserialise: " \
    "per call the same operation as get:plain" => 1,
    "reads values that were stored plain: their flags say that there is nothing to deserialise" => 1,
    "reads what earlier rows stored" => 34,
    "raises and rescues exceptions 2 times per miss (Memcached::NotFound): 12 per iteration" => 4,
    "ttl 604800 where the scenario says none" => 8, "misses 3 of 3: counter never created" => 6,
    "overwrites existing values: it sends set where the scenario has add" => 8,
    "sends one more key per call (\"{:raw=>true}\")" => 2,
    "its local cache answers 3 of 14 reads: dalli_store's answers 10" => 3, "its local cache answers none of 3 reads" => 4,
    "wraps its values in ActiveSupport entries: about 90 bytes more than dalli_store sends" => 12,
    "reads values wrapped in ActiveSupport entries: about 90 bytes more than dalli_store reads" => 12,
    "takes locks in its calls, where memcached takes none" => 14,
    "its keys are 4 bytes longer than the scenario's" => 4, "its keys are 19 bytes longer than the scenario's" => 2
  }.freeze
  VERSIONS = {
    "timeout=off, where the default is 0.5" => 7, "namespace=namespace, where the default is not to set it" => 21,
    "its 2 servers are one memcached under 2 names (127.0.0.1, localhost)" => 35,
    "its keys are 10 bytes longer than the scenario's" => 21, "reads what earlier rows stored" => 15,
    "its first iteration deletes what earlier rows stored" => 5,
    "takes locks in its calls, where memcache-client@rails-2.2.2,timeout=off takes none" => 28,
    "1.6.5 in place of 1.6.4, which is on no registry" => 7
  }.freeze

  def test_the_table_of_2015
    document = document("classic")

    assert_equal CLASSIC, found(document).slice(*CLASSIC.keys)
    assert_includes document["notes"], "an iteration is 1 to 12 calls, depending on the row: do not compare the totals of rows"
    assert_equal [74, 74], [document["rows"].size, document["rows"].count { |row| row["footnotes"].any? }]
    twins = document["rows"].select { |row| row["contender"].end_with?("_disable_binary") }
    assert_equal [22], [twins.count { |row| row["footnotes"].grep(/\Aidentical to/).any? }]
  end

  # Its clients give up after half a second, which a proxy needs where other tests keep both cores busy.
  alone def test_the_tables_of_2009_and_2010
    assert_equal VERSIONS, found(document("versions")).slice(*VERSIONS.keys)
  end

  def test_the_guide_quotes_what_is_found
    quoted = GUIDE.scan(/^\| [^|]+ \| `(.+)` \|$/).flatten

    assert_operator quoted.size, :>, 12
    assert_empty quoted - CLASSIC.keys - VERSIONS.keys
  end

  private

  def document(suite)
    ARun.start("--suite", "#{suite},as-published", "--format", "json", command: "work") do |run|
      assert_equal 0, run.finish(240), run.err
      JSON.parse(run.out)
    end
  end

  def found(document) = document["rows"].flat_map { |row| row["footnotes"] }.tally
end
