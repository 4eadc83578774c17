# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvConstructionTest < Minitest::Test
  # A way that takes no time, and notes what it is asked for.
  class Made < Cachemark::Env::Construction
    Origin = Struct.new(:stamps)

    def made = @made ||= []

    private

    def origin = Origin.new(["path mine sha256:1"])

    def digest = "d"

    def make
      made << :make
      folder.clear
      { load_paths: [] }
    end

    def environment(facts) = [:environment, facts]
  end

  def setup = @cache = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@cache)

  def workshop(**options)
    registry = Cachemark::Env::Registry.new(cache: @cache)
    Cachemark::Env::Workshop.new(cache: @cache, spawn: nil, registry: registry, **options)
  end

  def construction(lock: nil, refusal: nil, **options)
    contender = MadeContender.none.tap { |made| made.refusal = refusal }
    Made.new(contender, workshop(**options), lock: lock)
  end

  def reason(construction) = assert_raises(Cachemark::Env::Impossible) { construction.call }.reason

  def test_the_language_says_which_way
    ways = %w[socket python/socket].map { |name| Cachemark::Env::Construction.of(MadeCells.contender(name), workshop).class }

    assert_equal [Cachemark::Env::Bundling, Cachemark::Env::Debs::Construction], ways
  end

  def test_is_made_once_and_then_found
    first = construction
    second = construction

    assert_equal [:environment, { load_paths: [] }], first.call
    assert_equal first.call, second.call
    assert_equal [[:make], []], [first.made, second.made]
    assert_equal "socket\n", File.read("#{@cache}/envs/d/users")
  end

  def test_what_must_not_or_cannot_be_is_not_made
    assert_equal "they do not fit", reason(construction(refusal: "they do not fit"))
    assert_match(/not built yet/, reason(construction(install: false)))
    assert_equal "the record's environment can no longer be had: it ran path mine sha256:2",
                 reason(construction(lock: "# path mine sha256:2\n"))
    refute_path_exists "#{@cache}/envs"
  end

  def test_a_lock_of_the_same_is_no_obstacle
    assert_equal [:environment, { load_paths: [] }], construction(lock: "# path mine sha256:1\n").call
  end
end
