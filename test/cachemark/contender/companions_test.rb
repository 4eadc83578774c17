# frozen_string_literal: true

require "test_helper"

class ContenderCompanionsTest < Minitest::Test
  def companions(client, given = {}, **facts)
    found = Cachemark::Contender::Companions.new(Cachemark::Catalog.load.client(client), MadeRegistry.new)
    found.numbers(found.of(given, facts.transform_keys(&:to_s), text: client))
  end

  def test_the_catalogues_version_unless_another_is_asked_for
    assert_equal({ "dalli" => "4.3.10" }, companions("mem_cache_store", version: "7.2.4"))
    assert_equal({ "dalli" => "3.2.15" }, companions("mem_cache_store", { "dalli" => "3.x" }, version: "7.2.4"))
  end

  def test_a_gem_that_is_only_an_option_is_off_unless_asked_for
    assert_empty companions("dalli", version: "2.7.11")
    assert_empty companions("dalli", { "kgio" => "off" }, version: "2.7.11")
    assert_equal({ "kgio" => "2.11.4" }, companions("dalli", { "kgio" => "2.x" }, version: "2.7.11"))
  end

  def test_one_companion_can_depend_on_another
    assert_equal({ "dalli" => "2.7.11", "kgio" => "2.9.3" },
                 companions("mem_cache_store", { "dalli" => "2.7.11", "kgio" => "2.9.3" }, version: "7.2.4"))
    error = assert_raises(Cachemark::Usage) { companions("mem_cache_store", { "kgio" => "2.9.3" }, version: "7.2.4") }
    assert_match(/cannot use kgio.\nIt can where: dalli < 3/, error.message)
  end
end
