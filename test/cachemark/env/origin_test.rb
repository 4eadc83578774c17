# frozen_string_literal: true

require "test_helper"

class EnvOriginTest < Minitest::Test
  Origin = Cachemark::Env::Origin

  def origin(contender) = Origin.of(contender, nil, nil)

  def lines(contender) = origin(contender).entries.map(&:to_s)

  def test_a_gem_needs_only_its_pins
    made = origin(MadeContender.gem("dalli", "2.7.11", companions: { "kgio" => "2.11.4" }))

    assert_equal({ "dalli" => "2.7.11", "kgio" => "2.11.4" }, made.pinned)
    assert_empty made.entries
  end

  def test_an_unpacked_gem_is_a_path_that_is_the_same_on_every_machine
    contender = MadeContender.gem("memcache-client", "1.6.3", alone: ["1.6.3"])

    assert_empty origin(contender).pinned
    assert_equal ['gem "memcache-client", "= 1.6.3", path: "../../unpacked/memcache-client-1.6.3"'], lines(contender)
  end

  def test_a_copy_keeps_its_carrier_out_of_the_gemfile
    contender = MadeContender.copy("memcache-client", "rails-2.2.2", gem: "activesupport", version: "2.2.2", path: "x")
    contender.gems = { "activesupport" => "2.2.2", "RubyInline" => "3.12.3" }

    assert_equal({ "RubyInline" => "3.12.3" }, origin(contender).pinned)
    assert_equal ["copy memcache-client@rails-2.2.2 in activesupport-2.2.2"], origin(contender).stamps
  end

  def test_a_reference_has_nothing
    made = origin(MadeContender.none)

    assert_equal [{}, [], [], nil], [made.pinned, made.entries, made.stamps, made.expected([])]
  end
end
