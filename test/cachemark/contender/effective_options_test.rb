# frozen_string_literal: true

require "test_helper"

class ContenderEffectiveOptionsTest < Minitest::Test
  def options(given, client: "dalli", version: "4.3.10")
    Cachemark::Contender::EffectiveOptions.new(Cachemark::Catalog.load.client(client), { "version" => version }.compact,
                                               text: "it", beside: %w[kgio ruby]).of(given)
  end

  def refusal(given, **more) = assert_raises(Cachemark::Usage) { options(given, **more) }.message

  def test_a_default_written_out_is_the_default
    assert_equal options({}), options({ "protocol" => "binary", "timeout" => "1.0", "compress" => "on" })
    refute_equal options({}), options({ "protocol" => "meta" })
  end

  def test_unknown_names_and_values_are_explained
    assert_equal "it: dalli has no option protocl.\nDid you mean protocol?", refusal({ "protocl" => "meta" })
    assert_equal "it: protocol=mta is not possible; protocol is binary or meta.\nDid you mean meta?",
                 refusal({ "protocol" => "mta" })
    assert_equal "it: compress=yes is not possible; compress is on or off.", refusal({ "compress" => "yes" })
    assert_equal "it: dalli 2.7.11 has no option protocol.\nIt is there for version >= 3.2, < 5; version >= 5.",
                 refusal({ "protocol" => "meta" }, version: "2.7.11")
  end

  def test_of_an_unknown_version_only_what_is_given_is_told
    assert_equal({ "compress" => false }, options({ "compress" => "off" }, version: nil))
  end
end
