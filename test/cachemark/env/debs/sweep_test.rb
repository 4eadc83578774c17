# frozen_string_literal: true

require "test_helper"

class EnvDebsSweepTest < Minitest::Test
  include DebsCase

  def prune(**given) = Cachemark::Env::Inventory.new(cache: cache).prune(**given)

  def test_packages_go_with_the_last_environment_that_needs_them
    build(contender, contender(version: "1.2.3").with(id: "two"))
    entry = Cachemark::Env::Inventory.new(cache: cache).list.find { |one| one.debs.size == 4 }
    assert_equal "made 1.0", entry.runtime
    assert_includes entry.debs, "libmade_2%3a1.5-1_all"
    old = Time.now - 1000
    File.utime(old, old, "#{entry.dir}/users")
    pruned = prune(unused_for_s: 500)

    assert_equal %w[libthing_1-1_all made-thing_1%3a1.2.3+dfsg-4_all], pruned.debs.sort
    assert_equal %w[libmade_2%3a1.5-1_all made_1.0-1_all], Dir.children("#{cache}/debs").grep_v(/sha256/).sort
    assert_path_exists "#{cache}/apt"
    assert_kind_of Cachemark::Env::Environment, build(contender).first
  end

  def test_nothing_is_left_where_nobody_needs_anything
    build(contender(version: "1.2.3"))
    assert_equal 4, prune(unused_for_s: 0).debs.size

    assert_empty Dir.glob("#{cache}/{apt,roots,debs/*,envs/*}")
    assert_empty prune(unused_for_s: 0).debs
  end
end
