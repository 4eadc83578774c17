# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvRegistryTest < Minitest::Test
  Registry = Cachemark::Env::Registry

  def test_asks_the_users_own_source_and_remembers
    Dir.mktmpdir do |cache|
      versions = Registry.new(cache: cache).of("dalli")
      newest = versions.find { |version| version.number == "5.3.2" }

      assert_equal ">= 3.3", newest.requires
      assert_equal versions, Registry.new(cache: cache, offline: true).of("dalli")
      assert_empty Registry.new(cache: cache).of("no-such-gem-as-this-one")
    end
  end

  def test_says_what_to_do_where_nothing_answers
    Dir.mktmpdir do |cache|
      silent = Registry.new(cache: cache, source: "http://127.0.0.1:1/")
      error = assert_raises(Registry::Silent) { silent.of("dalli") }

      assert_includes error.try, "gem sources"
      assert_includes assert_raises(Registry::Silent) { Registry.new(cache: cache, offline: true).of("dalli") }.try, "--offline"
    end
  end

  def test_an_old_answer_is_better_than_none
    Dir.mktmpdir do |cache|
      silent = Registry.new(cache: cache, source: "http://127.0.0.1:1/")
      note = File.join(cache, "registry", Digest::SHA256.hexdigest("http://127.0.0.1:1/")[0, 12], "dalli")
      FileUtils.mkdir_p(File.dirname(note))
      File.write(note, "---\n1.0.0 |checksum:x\n")
      File.utime(0, 0, note)

      assert_equal ["1.0.0"], silent.of("dalli").map(&:number)
    end
  end
end
