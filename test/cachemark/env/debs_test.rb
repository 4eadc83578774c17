# frozen_string_literal: true

require "test_helper"

class EnvDebsTest < Minitest::Test
  Debs = Cachemark::Env::Debs

  def deb(version, **more) = Debs::Deb.new(name: "x", version: version, architecture: "all", suite: "stable", **more)

  def test_knows_the_makers_version
    versions = %w[1.6.3-1+b1 1:2.0 0.31.1+dfsg1-2 2.7.18-8+deb11u1 3.0.20-1~deb12u2 20230311]

    assert_equal %w[1.6.3 2.0 0.31.1 2.7.18 3.0.20 20230311], versions.map { |version| deb(version).upstream }
  end

  def test_names_its_files_without_a_colon
    assert_equal "x_1%3a2.0-1_all", deb("1:2.0-1").full_name
  end

  def test_a_lock_has_a_line_for_each_package
    debs = [deb("1:2.0-1", sha256: "ab"), deb("3", sha256: "cd").with(name: "y", architecture: "amd64")]
    text = "# path x sha256:1\n#{debs.join("\n")}\n"

    assert_equal "x 1:2.0-1 all stable sha256:ab", debs.first.to_s
    assert_equal debs, Debs.locked(text)
  end
end
