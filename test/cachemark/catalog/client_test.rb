# frozen_string_literal: true

require "test_helper"

class CatalogClientTest < Minitest::Test
  def setup
    @catalog = Cachemark::Catalog.load
  end

  def test_names_the_shims_that_versions_need
    client = @catalog.client("memcache-client")
    assert_equal %w[timeout], client.shims_at("version" => "1.5.0", "ruby" => "3.1.2", "servers" => "1")
    assert_equal %w[timeout getbyte nitems], client.shims_at("version" => "1.5.0", "ruby" => "3.1.2", "servers" => "2")
    assert_empty client.shims_at("version" => "1.8.5", "ruby" => "3.1.2", "servers" => "2")
  end

  def test_an_options_default_depends_on_the_version
    client = @catalog.client("dalli")
    assert_equal false, client.options_at("version" => "2.7.11")["compress"].effective_default
    assert_equal true, client.options_at("version" => "4.3.10")["compress"].effective_default
    refute client.options_at("version" => "2.7.11").key?("protocol")
  end

  def test_the_first_companion_line_that_holds_counts
    client = @catalog.client("mem_cache_store")
    assert_equal "2.7.11", client.companions_at("version" => "4.2.0")["dalli"].version
    assert_equal "4.3.10", client.companions_at("version" => "7.2.4")["dalli"].version
  end

  def test_says_why_versions_cannot_work_together
    client = @catalog.client("dalli_store")
    assert_equal "dalli_store needs activesupport < 6.0", client.refusal_at("version" => "2.7.11", "activesupport" => "6.1.0")
    assert_nil client.refusal_at("version" => "2.7.11", "activesupport" => "5.2.8.1")
  end

  def test_knows_gems_to_install_alone_and_gems_to_leave_out
    client = @catalog.client("memcache-client")
    assert_equal [true, true, false], %w[1.5.0 1.6.3 1.6.5].map { |number| client.ignore_dependencies?(number) }
    assert_equal %w[json], @catalog.client("mem_cache_store").left_out_at("version" => "4.2.0")
    assert_empty @catalog.client("mem_cache_store").left_out_at("version" => "4.2.11.3")
  end

  def test_a_reference_runs_both_kinds
    assert_equal %w[client store], @catalog.client("socket").kinds
    assert_equal %w[store], @catalog.client("dalli_store").kinds
  end

  def test_declares_the_extra_key_of_old_read_multis
    misses = %w[4.2.0 4.2.8 5.0.0 5.0.1].map do |version|
      @catalog.client("mem_cache_store").quirks_at("store/big-read-multi", { "version" => version }).sum(&:misses)
    end
    assert_equal [2, 0, 2, 0], misses
  end

  def test_a_quirk_holds_for_its_scenario_versions_and_form
    quirk = Cachemark::Catalog::Client::Quirk
    old = Cachemark::Catalog::Condition.of("version" => "< 2")
    client = @catalog.client("dalli").with(quirks: [quirk.new(scenario: "client/get", note: "n", hits: 1, condition: old)])
    assert_equal 1, client.quirks_at("client/get", { "version" => "1.1.5" }).sum(&:hits)
    assert_empty client.quirks_at("client/get", { "version" => "2.7.11" })
    assert_empty client.quirks_at("client/get", { "version" => "1.1.5" }, published: true)
  end
end
