# frozen_string_literal: true

require "test_helper"

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

  def test_sorts_by_version_and_leaves_platforms_out
    assert_equal %w[1.0 9.0.0 9.1.0.rc1 10.0.0], versions.map(&:number)
  end

  def test_reads_the_rubies_asked_for
    assert_equal [nil, "< 4, >= 2.5", nil, ">= 3.3"], versions.map(&:requires)
  end

  def test_knows_pre_releases
    assert_equal [false, false, true, false], versions.map(&:prerelease)
  end
end
