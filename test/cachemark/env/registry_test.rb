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
      silent = assert_raises(Registry::Silent) { Registry.new(cache: cache, offline: true).of("dalli") }
      assert_includes silent.try, "install=cached"
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

class EnvRegistryIndexTest < Minitest::Test
  INDEX = <<~TEXT
    ---
    10.0.0 a:>= 0|checksum:1,ruby:>= 3.3,rubygems:> 1.3.1,created_at:2024-01-01T00:00:00Z
    9.0.0 |checksum:2,ruby:< 4&>= 2.5
    9.0.0-java |checksum:3
    9.1.0.rc1 b:< 2&>= 1|checksum:4,rubygems:>= 1.2
    1.0 ruby:>= 9|checksum:5,ruby:>= 0
  TEXT

  def versions = Cachemark::Env::Registry::Index.parse(INDEX)

  def test_sorts_by_version_and_omits_platforms
    assert_equal %w[1.0 9.0.0 9.1.0.rc1 10.0.0], versions.map(&:number)
  end

  def test_reads_the_rubies_asked_for
    assert_equal [nil, "< 4, >= 2.5", nil, ">= 3.3"], versions.map(&:requires)
  end

  def test_knows_pre_releases
    assert_equal [false, false, true, false], versions.map(&:prerelease)
  end
end

class EnvSourceTest < Minitest::Test
  Source = Cachemark::Env::Registry::Address

  def test_hands_credentials_to_bundler_by_its_own_name_for_the_host
    found = Source.credentials("https://me:secret@gems.my-house.example/")

    assert_equal({ "BUNDLE_GEMS__MY___HOUSE__EXAMPLE" => "me:secret" }, found)
    assert_empty Source.credentials("https://gems.example/")
  end

  def test_shows_an_address_without_them
    assert_equal "https://gems.example:8080/x/", Source.public("https://me:secret@gems.example:8080/x/")
  end
end
