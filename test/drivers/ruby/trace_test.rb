# frozen_string_literal: true

require "test_helper"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/trace.rb")

class TraceTest < Minitest::Test
  Trace = CachemarkDriver::Trace

  # A client of this test.
  class Mine
    PATTERN = /x+/
    def self.make = new
    def get(key) = PATTERN.match(key)
  end

  def test_counts_calls_by_owner_and_name_at_their_definition
    site = sites("calls") { 3.times { Mine.new.get("x") } }.fetch("TraceTest::Mine#get")

    assert_equal [3, "def get(key) = PATTERN.match(key)"], site.values_at("count", "text")
    assert_match(/trace_test\.rb:13\z/, site["place"])
  end

  def test_a_method_in_c_is_placed_at_its_caller_and_a_regexps_has_its_pattern
    site = sites("calls") { Mine.new.get("x") }.fetch("Regexp#match /x+/")

    assert_match(/trace_test\.rb:13\z/, site["place"])
  end

  def test_methods_of_classes_have_a_dot
    assert_includes sites("calls") { Mine.make }, "TraceTest::Mine.make"
  end

  def test_names_have_no_addresses
    assert_equal "#<Class>#get", Trace::MethodNames.of("#<Class:0x00007f1a>", :get)
    assert_equal "the scenario", Trace::MethodNames.of(nil, nil)
  end

  def test_counts_allocations_with_their_bytes
    GC.disable
    site = sites("allocations") { Array.new(100) }.values.find { |one| one["name"].start_with?("Array in") && one["bytes"] > 800 }

    assert_equal [1, 840], site.values_at("count", "bytes")
    assert_match(/Array\.new\(100\)/, site["text"])
  ensure
    GC.enable
  end

  def test_counts_lines
    text = "x = 1 # a line"
    found = Trace.over("lines") do
      x = 1 # a line
      { "x" => x }
    end

    assert_equal [1], found["trace"].select { |site| site["text"] == text }.map { |site| site["count"] }
  end

  def test_without_a_kind_nothing_is_traced
    assert_equal({ "wall_ns" => 1 }, Trace.over(nil) { { "wall_ns" => 1 } })
    assert_raises(ArgumentError) { Trace.over("secrets") { {} } }
  end

  private

  # {name => site}
  def sites(kind)
    found = Trace.over(kind) do
      yield
      {}
    end
    found["trace"].to_h { |site| [site["name"], site] }
  end
end
