# frozen_string_literal: true

require "test_helper"
require "open3"

# Runtimes of the made language, from a small archive.
class EnvDebianLinkedTest < Minitest::Test
  include DebsCase

  Debian = Cachemark::Env::Debian

  def offer(name, **facts)
    runtime = made.language.runtimes.fetch(name).with(**facts)
    Debian::Offer.named("go-1.24").with(name: "made-1", suite: runtime.suite, packages: runtime.packages, runtime: runtime,
                                        language: made.language)
  end

  def linked(archive: made.archive) = Debian::Linked.new(cache: cache, spawn: keeper, archive: archive)

  def place = Debian::Installation.new(cache, "made-1")

  def test_unpacks_a_runtime_into_a_folder_and_starts_it_there
    path = linked.call(offer("made1"))

    assert_equal ["#{cache}/runtimes/made-1/made-1", "made 1.0"], [path, place.description]
    assert_equal %w[libmade_2%3a1.5-1_all made_1.0-1_all], place.debs.sort
    assert_equal "#{place.root}\n", Open3.capture2(path, "-c", "echo $MADE_ROOT").first
  end

  def test_arguments_are_part_of_it
    File.write("#{cache}/first", "echo first\n")
    linked.call(offer("made1", arguments: ["#{cache}/first"]))
  rescue Cachemark::Trouble => error
    assert_match(/was built, but does not run: .*did not answer as a Made does/, error.message, "it ran the argument")
  else
    flunk "the probe's answer cannot come through"
  end

  # The machine's libc may be older.
  def test_one_with_its_own_libc_is_started_by_its_loader
    path = linked.call(offer("made3"))

    assert_includes File.read(path), "#{place.root}/usr/lib/made-linux-gnu/ld-made.so.3 --argv0 #{path} --library-path "
    assert_equal "made 1.0", place.description
  end

  def test_lacks_only_an_archive
    assert_empty linked.lacks(offer("made1"))
    assert_equal [Cachemark::Env::Debs::Archive::ABSENT], linked(archive: false).lacks(offer("made1"))
  end
end
