# frozen_string_literal: true

require "test_helper"

class ContenderResolverTest < Minitest::Test
  class Runtimes
    def at(path, language = nil) = MadeRegistry::Runtime.new(language ? "3.12.1" : path ? "3.4.1" : "3.1.2")
  end

  def refusal(text) = assert_raises(Cachemark::Usage, text) { MadeRegistry.resolver.resolve(text) }.message

  def test_one_helpful_message_for_what_cannot_be
    {
      "dali" => "unknown client: dali\nDid you mean dalli?",
      "dalli@1..3" => "dalli@1..3: ranges of versions belong to other commands.\nName one version, such as 1.x",
      "socket,x=1" => "socket,x=1: socket has no option x.\nThere are: ruby, timeout.",
      "dalli,ruby=/nowhere" => "dalli,ruby=/nowhere: /nowhere does not exist.\nruby= takes the path of a Ruby's executable.",
      "dalli,ruby=/" => "dalli,ruby=/: / is no executable file.\nruby= takes the path of a Ruby's executable."
    }.each { |text, message| assert_equal message, refusal(text) }
  end

  def test_a_range_is_spread_out
    resolver = MadeRegistry.resolver
    assert_equal %w[dalli@3.2.0 dalli@3.2.8], resolver.expand_range("dalli@3.2.0..3.2.8").map(&:id)
    assert_equal %w[3.2.0 3.2.8], resolver.lineage.releases("dalli", "3.2.0..3.2.8").map(&:name)
  end

  def test_an_entry_gives_id_heading_label_note_and_options
    entry = Cachemark::Catalog::Suite::Entry.new(id: "mine", notation: "dalli,protocol=meta", section: "Mine", label: "d",
                                                 options: { "namespace" => "a,b" }, note: "a note")
    found = MadeRegistry.resolver.resolve(entry)
    assert_equal ["mine", "Mine", "d", "a note", "a,b", "meta"],
                 [found.id, found.section, found.label, found.note, found.options["namespace"], found.options["protocol"]]
  end

  def test_what_an_entry_says_already_is_not_said_again
    note = MadeRegistry.resolver.resolve("memcache-client@rails-2.2.2").note
    entry = Cachemark::Catalog::Suite::Entry.new(id: "old", notation: "memcache-client@rails-2.2.2", section: "Old", note: note)

    assert_equal note, MadeRegistry.resolver.resolve(entry).note
    assert_equal "Mine; #{note}", MadeRegistry.resolver.resolve(entry.with(note: "Mine.")).note
  end

  def test_shims_follow_the_runtime_and_the_ring
    ring = MadeRegistry.resolver(servers: 2)
    assert_equal %w[timeout getbyte nitems], ring.resolve("memcache-client@1.5.0").shims
    assert_equal %w[timeout], MadeRegistry.resolver.resolve("memcache-client@1.5.0").shims
  end

  def resolver
    catalog = Cachemark::Catalog.load
    Cachemark::Contender::Resolver.new(catalog: catalog, versions: MadeRegistry.new, runtime: Runtimes.new,
                                       places: Cachemark::Places.new("/bin"))
  end

  def test_each_language_has_runtimes_of_its_own
    assert_nil resolver.resolve("pylibmc").runtime
    { "pylibmc,python=python3" => nil, "python/socket,python=python2.7" => "python2.7", "pylibmc,python=sh" => "/bin/sh",
      "ultramemcache" => "python2.7", "pylibmc@1.5.2" => "python3.9" }.each do |text, runtime|
      assert_equal [runtime], [resolver.resolve(text).runtime], text
    end
    assert_equal "pylibmc,python=/bin/sh", resolver.resolve("pylibmc,python=sh").notation
  end

  def test_a_runtime_that_makes_no_sense_is_refused
    {
      "pylibmc,ruby=/bin/sh" => "pylibmc,ruby=/bin/sh: pylibmc has no option ruby.\n" \
                                "There are: binary, buffer_requests, cas, no_block, python, retry_delay, tcp_nodelay, timeout.",
      "dalli,python=python3" => "dalli,python=python3: dalli has no option python.\nThere are: ",
      "pylibmc,python=python2.7" => "pylibmc,python=python2.7: pylibmc comes built for python3.\n" \
                                    "A checkout is built for any: pylibmc@path:DIR",
      "pylibmc,python=python3.8" => "python= takes python3, python3.9, python2.7 or the path of a Python's executable."
    }.each { |text, message| assert_includes refusal(text), message }
  end

  def test_another_ruby_is_an_absolute_path
    found = resolver.resolve("dalli@5.3.2,ruby=sh")
    assert_equal ["/bin/sh", "dalli@5.3.2,ruby=/bin/sh"], [found.runtime, found.notation]
  end
end
