# frozen_string_literal: true

require "test_helper"

class EnvDebsSourcesTest < Minitest::Test
  include DebsCase

  def lay(number, workshop: self.workshop)
    folder = Cachemark::Env::Folder.new("#{cache}/envs/#{number}").tap(&:clear)
    ground = Cachemark::Env::Debs::Ground.of(contender(runtime: "made2"), workshop)
    ground.lay(folder, nil)
    [ground, folder.file("root/usr/lib/made/fast")]
  end

  def test_are_built_once_in_their_order_each_with_those_before_it
    made.add_source("older", "first", "1.0", "ext" => "first\n")
    made.add_source("older", "second", "2.0", "ext" => "second\n")
    made.publish
    ground, first = lay(1)
    _, other = lay(2)

    assert_equal "made\nsecond\nafter the first\n", File.read(first)
    assert_empty ground.lacking
    assert_equal File.stat(first).ino, File.stat(other).ino
    assert_empty Dir["#{cache}/**/*.part", "#{cache}/envs/*/building"]
  end

  def test_a_runtime_without_them_lacks_a_mode_and_says_so
    made.add_source("older", "first", "1.0", "ext" => "first\n")
    made.publish
    ground, file = lay(1)

    refute_path_exists file
    assert_equal({ "fast" => "fast for made2 cannot be had (Debian older does not give the source of second): " \
                             "pass made=PATH of a Made 1.0 that has it" }, ground.lacking)
    refused, = lay(2, workshop: workshop(offline: true))
    assert_match(/not in the cache/, refused.lacking["fast"])
  end

  def test_what_could_not_be_had_is_tried_again_another_day
    environment, = build(contender(runtime: "made2"))
    made.add_source("older", "first", "1.0", "ext" => "first\n")
    made.add_source("older", "second", "2.0", "ext" => "second\n")
    made.publish
    same, = build(contender(runtime: "made2"))
    past = Time.now - 90_000
    [File.join(environment.dir, "env.json"), *Dir["#{cache}/apt/*/updated"]].each { |file| File.utime(past, past, file) }
    later, = build(contender(runtime: "made2"))

    assert_equal [%w[fast], %w[fast], []], [environment, same, later].map { |one| one.lacks.keys }
  end
end
