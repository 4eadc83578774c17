# frozen_string_literal: true

require "test_helper"

class EnvDebsStoreTest < Minitest::Test
  include DebsCase

  def store(workshop = self.workshop)
    suites = Hash.new { |found, name| found[name] = suite(name, workshop: workshop) }
    Debs::Store.new(workshop, Debs::Tools.new(workshop), suites)
  end

  def test_unpacks_each_once_and_tells_its_digest
    fetched = []
    debs = suite.resolve(["made-thing"])
    2.times { store.obtain(debs) { |names| fetched << names } }
    found = store.obtain(debs).find { |deb| deb.name == "libmade" }

    assert_equal 1, fetched.size
    assert_equal %w[lib], [File.read("#{store.path(found)}/usr/lib/libmade.so")]
    assert_equal Digest::SHA256.file(Dir["#{made.root}/pool/older-libmade*"].first).hexdigest, found.sha256
    assert_empty Dir.glob("#{cache}/debs/.part*")
  end

  def test_a_cut_off_one_is_unpacked_again
    deb = suite.find("libmade")
    store.obtain([deb])
    FileUtils.rm_f("#{store.path(deb)}.sha256")
    FileUtils.rm_rf("#{store.path(deb)}/usr")
    store.obtain([deb])

    assert_path_exists "#{store.path(deb)}/usr/lib/libmade.so"
  end

  def test_another_file_of_the_same_name_is_refused
    deb = suite.find("libmade").with(sha256: "0")

    assert_match(/libmade_2%3a1\.5-1_all can no longer be had/, reason { store.obtain([deb]) })
    store.obtain([deb.with(sha256: nil)])
    assert_match(/can no longer be had/, reason { store.obtain([deb]) })
  end
end
