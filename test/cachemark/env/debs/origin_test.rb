# frozen_string_literal: true

require "test_helper"

class EnvDebsOriginTest < Minitest::Test
  include DebsCase
  include FixtureTree

  Origin = Cachemark::Env::Debs::Origin

  # The folders that a contender's library is loaded from.
  def fetch(contender, workshop: self.workshop)
    folder = Cachemark::Env::Folder.new("#{cache}/envs/x").tap(&:clear)
    ground = Cachemark::Env::Debs::Ground.of(contender, workshop)
    origin = Origin.of(contender, workshop).tap { |one| one.prepare(ground) }
    ground.lay(folder, nil)
    origin.fetch(ground, folder)
  end

  def stamps(contender) = Origin.of(contender, workshop).stamps

  def checkout(files) = "#{cache}/mine".tap { |dir| plant(dir, files) }

  def test_a_package_and_the_reference_need_nothing
    [contender, contender(version: "1.2.3")].each { |one| assert_equal [[], []], [fetch(one), stamps(one)] }
  end

  def test_a_pure_checkout_is_used_where_it_lies
    dir = checkout("MADE" => "", "thing" => "mine")
    one = contender(kind: "path", dir: dir)

    assert_equal [dir], fetch(one)
    before = stamps(one)
    assert_match(/\Apath thing sha256:\h{64}\z/, before.first)
    File.write("#{dir}/thing", "changed")
    refute_equal before, stamps(one)
  end

  def test_an_extension_is_built_from_a_copy_once
    dir = checkout("MADE" => "", "thing" => "mine", "ext" => "ext\n", ".git/x" => "")
    built = 2.times.map { fetch(contender(kind: "path", dir: dir)) }.uniq

    assert_equal 1, built.size
    assert_match(%r{\A#{cache}/store/made-made1/built/\h{16}\z}, built.first.first)
    assert_equal "made\next\n", File.read("#{built.first.first}/thing")
    assert_equal %w[.git MADE ext thing], Dir.children(dir).sort
    assert_equal 1, Dir.children(File.dirname(built.first.first)).size
  end

  def test_says_why_a_checkout_cannot_be_used
    dir = checkout("MADE" => "")
    assert_equal "#{dir} has no module thing", reason { fetch(contender(kind: "path", dir: dir)) }
    plant(dir, "thing" => "", "ext/x" => "")
    assert_match(/\Athing cannot be built: /, reason { fetch(contender(kind: "path", dir: dir)) })
    variables = Cachemark::Env::Variables.new({ "PATH" => "/nowhere" })
    ground = Object.new.tap { |made| made.define_singleton_method(:tell) { |*| { folder: dir, builds: true } } }
    ground.define_singleton_method(:store) { dir }
    origin = Origin.of(contender(kind: "path", dir: dir), workshop(variables: variables))
    assert_equal "thing has to be compiled, and this machine has no gcc and no g++", reason { origin.fetch(ground, nil) }
  end

  def test_a_revision_is_exported
    ARepository.open("mine") do |repository|
      plant(repository.dir, "MADE" => "", "thing" => "old")
      old = repository.commit
      repository.write("thing", "new")
      one = contender(kind: "git", dir: repository.dir, ref: old)

      assert_equal ["git thing #{old}"], stamps(one)
      assert_equal "old", File.read("#{fetch(one).first}/thing")
      error = assert_raises(Cachemark::Usage) { stamps(contender(kind: "git", dir: repository.dir, ref: "nowhere")) }
      assert_includes error.message, "nowhere is no commit of #{repository.dir}"
    end
  end

  def test_a_public_source_is_cloned_where_it_can_be_had
    ARepository.open("mine") do |repository|
      plant(repository.dir, "MADE" => "", "thing" => "public")
      release = DebsCase::Release.new(number: "1", address: "file://#{repository.dir}", commit: repository.commit)
      one = contender(version: "1", kind: "package", release: release, package: nil)
      offline = Origin.of(one, workshop(offline: true))
      assert_match(/cannot be had from file:.* \(it is not in the cache\)/, reason { offline.prepare(ground) })

      assert_equal "public", File.read("#{fetch(one).first}/thing")
      release = release.with(address: "file:///nowhere", commit: "0" * 40)
      gone = one.with(release: release, client: one.client.with(id: "made/gone"))
      error = assert_raises(Cachemark::Env::Impossible) { fetch(gone) }
      assert_match(%r{\Aits source cannot be had from file:///nowhere \(.*does not}, error.reason)
      assert_equal "clone it where you can, and run thing@path:DIR", error.how
    end
  end

  private

  def ground = Cachemark::Env::Debs::Ground.of(contender, workshop)
end
