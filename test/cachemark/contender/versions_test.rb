# frozen_string_literal: true

require "test_helper"

class ContenderVersionsTest < Minitest::Test
  def versions(**more) = Cachemark::Contender::Versions.new("dalli", MadeRegistry.new.of("dalli"), **more)

  def test_picks_exact_lines_and_the_newest
    picked = %w[3.2.8 3.x 3.2.x 0.x newest 5.0.0.rc1].to_h { |word| [word, versions.pick(word).number] }
    assert_equal({ "3.2.8" => "3.2.8", "3.x" => "3.2.15", "3.2.x" => "3.2.15", "0.x" => "0.9.4", "newest" => "5.3.2",
                   "5.0.0.rc1" => "5.0.0.rc1" }, picked)
  end

  def test_the_newest_is_the_newest_that_runs_if_any_does
    old = ->(needs) { needs.nil? }

    assert_equal %w[4.3.10 5.3.2 3.2.15], %w[newest 5.x 3.x].map { |word| versions.pick(word, &old).number }
    assert_equal "5.3.2", versions.pick("5.3.2", &old).number
  end

  def test_counts_back_from_the_newest_that_runs
    old = ->(needs) { needs.nil? }

    assert_equal %w[4.3.10 3.2.15], %w[newest-1 newest-2].map { |word| versions.pick(word).number }
    assert_equal "3.2.15", versions.pick("newest-1", &old).number
    error = assert_raises(Cachemark::Usage) { versions.pick("newest-99") }
    assert_match(/\Adalli@newest-99: \d+ of its releases can run here\nnewest-\d/, error.message)
  end

  def test_what_is_beyond_the_newest_that_runs
    old = ->(needs) { needs.nil? }

    assert_equal ["5.3.2", nil, nil], %w[4.3.10 3.2.8 5.3.2].map { |number| versions.beyond(number, &old)&.number }
    assert_nil versions.beyond("5.3.2") { true }
  end

  def test_a_part_of_a_version_is_a_line_unless_it_is_a_release
    assert_equal %w[3.2.15 3.2.15 5.3.2], %w[3 3.2 5].map { |word| versions.pick(word).number }
    %w[3.1 2.7.1].each do |word|
      assert_match(/no version #{word}$/, assert_raises(Cachemark::Usage) { versions.pick(word) }.what)
    end
  end

  def test_a_clients_own_come_from_the_registry_or_the_catalogue
    catalog = Cachemark::Catalog.load
    listed = %w[memcached pylibmc socket].map { |name| Cachemark::Contender::Versions.listed(catalog.client(name), MadeRegistry.new) }

    assert_equal [%w[1.7.2 1.8.0], %w[1.5.2 1.6.3], []], listed.map { |releases| releases.map(&:number) }
    assert_equal "1.6.3", Cachemark::Contender::Versions.of(catalog.client("pylibmc"), nil).pick("1.x").number
  end

  def test_says_how_to_see_all_of_a_clients
    hints = [versions, versions(client: "dalli_store")].map do |one|
      assert_raises(Cachemark::Usage) { one.pick("99.1") }.message[/; see.*/]
    end

    assert_equal [nil, "; see cachemark list versions dalli_store"], hints
  end

  def test_an_unknown_version_suggests_the_nearest
    error = assert_raises(Cachemark::Usage) { versions.pick("3.2.9") }
    assert_match(/dalli has no version 3.2.9\nnearest: 3.2.0, 3.2.8, 3.2.15, 4.3.10/, error.message)
    assert_match(/nearest: 4.3.10, 5.3.2/, assert_raises(Cachemark::Usage) { versions.pick("99.1") }.message)
    assert_match(/no version 6.x/, assert_raises(Cachemark::Usage) { versions.pick("6.x") }.message)
    error = assert_raises(Cachemark::Usage) { versions.pick("3.2.9-java") }
    assert_match(/3.2.9-java is not a version\nnearest: /, error.message)
    assert_match(/zzz is not a version\nthe newest: 5.3.2/, assert_raises(Cachemark::Usage) { versions.pick("zzz") }.message)
  end

  def test_a_gem_that_no_source_has_is_no_gem
    error = assert_raises(Cachemark::Usage) { Cachemark::Contender::Versions.new("no-such-gem", []).pick("1.8.5") }
    assert_equal "no gem is called no-such-gem in your sources\ngem list --remote no-such-gem", error.message
  end

  def test_lists_the_releases_between_two_versions
    assert_equal %w[3.2.8 3.2.15 4.3.10 5.3.2], versions.between("3.2.8", "newest").map(&:number)
    assert_equal %w[5.0.0.rc1 5.3.2], versions.between("5.0.0.rc1", "5.3.2").map(&:number)
    error = assert_raises(Cachemark::Usage) { versions.between("3.2.8", "0.x") }
    assert_match(/\Adalli 3.2.8..0.9.4: 3.2.8 is newer than 0.9.4\na range runs from the older/, error.message)
  end
end

module Cachemark
  class Contender::NewerTest < Minitest::Test
    def test_a_release_that_a_client_cannot_use_is_not_newer
      assert_empty Contender::Versions::Newer.new(MadeCells::CATALOG, MadeRegistry.new).of(["dalli_store@2.7.11"])
    end

    # A source that does not answer.
    class Silence
      def of(_gem) = raise(Trouble, "the gem source does not tell")
    end

    def test_names_what_is_newer
      assert_equal [{ "client" => "dalli", "version" => "4.3.10", "newest" => "5.3.2", "requires" => ">= 3.3" }],
                   newer("dalli@3.2.8", "dalli@4.3.10,protocol=meta", "memcached@1.8.0")
    end

    def test_a_contender_that_is_no_release_has_no_newer_one
      assert_empty newer("ruby/socket", "dalli@path:../dalli", "dalli@git:main", "memcache-client@rails-2.2.2", "gone@1.0")
    end

    def test_clients_without_gems_have_the_releases_of_the_catalogue
      client = Catalog.load.client("python/pylibmc")
      oldest, *_, newest = client.releases

      assert_equal [[client.name, oldest.number, newest.number]],
                   newer("pylibmc@#{oldest.number}").map { |one| one.values_at("client", "version", "newest") }
    end

    def test_a_source_that_does_not_answer_is_not_taken_for_none
      assert_raises(Trouble) { newer("dalli@4.3.10", registry: Silence.new) }
    end

    private

    def newer(*notations, registry: MadeRegistry.new) = Contender::Versions::Newer.new(Catalog.load, registry).of(notations)
  end
end
