# frozen_string_literal: true

require "test_helper"

# Clients of which a pip index has releases.
class ContenderIndexedTest < Minitest::Test
  Runtime = Struct.new(:version)

  # An index with these releases of every client.
  class Indexed < MadeRegistry
    def initialize(*numbers)
      super()
      @numbers = numbers
    end

    def indexed(client) = @numbers.map { |number| Cachemark::Env::Pip::Index.release(number, client.index) }
  end

  def resolver(*numbers)
    Cachemark::Contender::Resolver.new(catalog: MadeCells::CATALOG, versions: Indexed.new(*numbers), runtime: Runtime.new("3.11"))
  end

  def source(contender) = [contender.version, contender.source.kind]

  def test_releases_of_the_index_come_first_and_debians_fill_the_gaps
    found = resolver("3.5.2", "3.9.0")

    assert_equal %w[3.5.2 index], source(found.resolve("pymemcache"))
    assert_equal %w[3.9.0 index], source(found.resolve("pymemcache@3.x"))
    assert_equal %w[4.0.0 package], source(found.resolve("pymemcache@newest"))
    assert_equal %w[3.0.1 package], source(found.resolve("pymemcache@3.0.1"))
  end

  def test_without_an_index_everything_is_debians
    assert_equal %w[3.5.2 package], source(resolver.resolve("pymemcache"))
  end

  def test_of_a_client_that_only_an_index_has_the_catalogues_release_is_always_known
    assert_equal [%w[1.3.3 index]] * 3, %w[emcache emcache@newest emcache@1.3.3].map { |word| source(resolver.resolve(word)) }
    assert_equal %w[1.4.0 index], source(resolver("1.3.3", "1.4.0").resolve("emcache@newest"))
    error = assert_raises(Cachemark::Usage) { resolver.resolve("emcache@9.9.9") }
    assert_match(/\Aemcache has no version 9.9.9\nnearest: 1.3.3;/, error.message)
  end

  def test_pre_releases_are_for_those_who_name_them
    found = resolver("4.1.0", "5.0.0rc1")

    assert_equal %w[4.1.0 index], source(found.resolve("pymemcache@newest"))
    assert_equal %w[5.0.0rc1 index], source(found.resolve("pymemcache@5.0.0rc1"))
  end

  def test_a_range_has_the_releases_of_both
    members = resolver("3.5.2", "3.9.0", "5.0.0rc1").lineage.releases("pymemcache", "3.0.1..newest")

    assert_equal %w[3.0.1 3.5.2 3.9.0 4.0.0], members.map(&:name)
  end

  def test_a_release_of_the_index_can_run_on_another_runtime
    found = resolver("3.9.0")

    older = found.resolve("pymemcache@3.9.0,python=python3.9")
    assert_equal %w[3.9.0 index python3.9], [*source(older), older.runtime]
    assert_equal %w[3.9.0 index], source(found.resolve("pymemcache@3.9.0,python=#{RbConfig.ruby}"))
    assert_equal [nil, "runtime"], source(found.resolve("pymemcache,python=#{RbConfig.ruby}"))
    assert_equal %w[3.4.0 runtime], source(found.resolve("pymemcache@3.4.0,python=#{RbConfig.ruby}"))
  end

  def test_the_newest_release_runs_on_the_newest_runtime_if_the_index_has_it
    newest = Struct.new(:version) do
      def version?(word) = word == "newest"
      def matching(*) = RbConfig.ruby
    end
    contenders = [["4.1.0"], []].map do |numbers|
      sources = { catalog: MadeCells::CATALOG, versions: Indexed.new(*numbers), runtime: newest.new("3.13") }
      Cachemark::Contender::Resolver.new(**sources).resolve("pymemcache@newest,python=newest")
    end

    assert_equal [["4.1.0", RbConfig.ruby], ["4.0.0", "python3.13"]], contenders.map { |one| [one.version, one.runtime] }
    assert_equal "pymemcache@4.0.0,python=python3.13", contenders.last.notation
  end
end
