# frozen_string_literal: true

require "test_helper"

class ContenderResolverTest < Minitest::Test
  class Runtimes
    def at(path) = MadeRegistry::Runtime.new(path ? "3.4.1" : "3.1.2")
  end

  def refusal(text) = assert_raises(Cachemark::Usage, text) { MadeRegistry.resolver.resolve(text) }.message

  def test_one_helpful_message_for_what_cannot_be
    {
      "dali" => "unknown client: dali\nDid you mean dalli?",
      "dalli@1..3" => "dalli@1..3: ranges of versions belong to other commands.\nName one version, such as 1.x",
      "socket,x=1" => "socket,x=1: socket has no option x.\nThere are: ruby.",
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

  def test_another_ruby_is_an_absolute_path
    catalog = Cachemark::Catalog.load
    resolver = Cachemark::Contender::Resolver.new(catalog: catalog, versions: MadeRegistry.new, runtime: Runtimes.new,
                                                  places: Cachemark::Places.new("/bin"))
    found = resolver.resolve("dalli@5.3.2,ruby=sh")
    assert_equal ["/bin/sh", "dalli@5.3.2,ruby=/bin/sh"], [found.runtime, found.notation]
  end
end
