# frozen_string_literal: true

require "test_helper"

# Which Python a contender's option means. `Machine` has one of the user's with each of some versions.
class ContenderRuntimeChoiceTest < Minitest::Test
  class Machine
    def initialize(*versions)
      @versions = versions
    end

    def version?(word) = Cachemark::Env::Runtimes::Choice.word?(word)

    def at(path, _language) = Struct.new(:version).new(path[/[\d.]+\z/])

    def matching(word, _language, jit: nil)
      found = word == "newest" ? @versions.last : @versions.find { |one| one.start_with?(word) }
      found ? "/own/#{found}" : raise(Cachemark::Usage.new("python=#{word}: this machine has no such Python", try: "a path"))
    end
  end

  # An index that has these releases of every client.
  class Indexed < MadeRegistry
    def indexed(client) = [Cachemark::Env::Pip::Index.release("4.1.0", client.index)]
  end

  def resolve(text, own: %w[3.12.1 3.13.0], versions: MadeRegistry.new)
    Cachemark::Contender::Resolver.new(catalog: MadeCells::CATALOG, versions: versions, runtime: Machine.new(*own)).resolve(text)
  end

  def runtimes(*words, **options) = words.map { |word| resolve(word, **options).runtime }

  def refusal(...) = assert_raises(Cachemark::Usage) { resolve(...) }.message

  def test_a_release_of_debians_runs_on_debians_python_of_that_version
    words = %w[pymemcache@newest,python=3.13 pylibmc@1.6.3,python=3.13 bmemcached@0.31.2,python=3]
    assert_equal ["python3.13"] * 3, runtimes(*words)
    assert_equal [nil, "python3.9", "python2.7"],
                 runtimes("pylibmc@1.6.3,python=3.11", "pylibmc@1.5.2,python=3.9", "ultramemcache@1.6.3,python=2.7")
  end

  def test_newest_is_the_newest_that_the_release_runs_on
    assert_equal ["python3.13", nil, "python3.9", "python2.7"],
                 runtimes("pylibmc@newest,python=newest", "pymemcache@3.5.2,python=newest", "pylibmc@1.5.2,python=newest",
                          "ultramemcache@newest,python=newest")
  end

  def test_the_name_in_the_notation_makes_it_repeatable
    notations = %w[pylibmc@newest,python=newest pylibmc@1.6.3,python=3.11].map { |word| resolve(word).notation }

    assert_equal %w[pylibmc@1.6.3,python=python3.13 pylibmc@1.6.3,python=python3], notations
    assert_equal notations, notations.map { |word| resolve(word).notation }
    assert_equal "3.13", resolve(notations.first).surroundings.fetch("python")
  end

  # A machine may have none: that costs the row, not the run.
  def test_a_language_that_debian_does_not_package_here_runs_on_the_newest_of_the_machine
    assert_equal "/own/20.1.0", resolve("node/socket", own: %w[18.0.0 20.1.0]).runtime
    assert_equal [nil, nil], resolve("node/socket", own: []).then { |found| [found.runtime, found.surroundings["node"]] }
    assert_match(/no such Python/, refusal("node/socket,node=22", own: []))
  end

  def test_without_a_version_of_the_client_it_is_what_the_users_python_has
    found = resolve("pymemcache,python=3.13")

    assert_equal %w[/own/3.13.0 runtime pymemcache,python=/own/3.13.0], [found.runtime, found.source.kind, found.notation]
    assert_equal "python=3.14: this machine has no such Python\na path", refusal("pymemcache,python=3.14")
    assert_equal "python=3.13: this machine has no such Python\n" \
                 "name a release, which runs on Debian's: pymemcache@newest,python=3.13",
                 refusal("pymemcache,python=3.13", own: [])
  end

  def test_everything_else_runs_on_the_users_python_or_else_on_debians
    words = %w[python/socket,python=3.13 pymemcache@4.1.0,python=3.13]

    assert_equal ["/own/3.13.0"] * 2, runtimes(*words, versions: Indexed.new)
    assert_equal ["python3.13"] * 2, runtimes(*words, versions: Indexed.new, own: [])
    found = resolve("python/socket,python=3.11", own: [])
    assert_equal [nil, "python/socket,python=python3"], [found.runtime, found.notation]
  end

  def test_a_version_that_debian_does_not_have_the_release_for_is_refused
    assert_equal "pymemcache@3.5.2,python=3.13: Debian has pymemcache 3.5.2 for Python 3.11\n" \
                 "write python=3.11, or no version of pymemcache: that means what a Python of yours has",
                 refusal("pymemcache@3.5.2,python=3.13")
    assert_equal "pymemcache,python=python3.13: pymemcache 3.5.2 comes built for python3\n" \
                 "write pymemcache@4.0.0,python=python3.13", refusal("pymemcache,python=python3.13")
    assert_match(/\Apymemcache has no version 9\.9/, refusal("pymemcache@9.9,python=3.13"))
  end
end
