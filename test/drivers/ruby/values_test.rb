# frozen_string_literal: true

require "test_helper"
require "tempfile"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/values.rb")

class DriverValuesTest < Minitest::Test
  Values = CachemarkDriver::Values

  def test_are_parts_of_a_file
    Tempfile.create("values", binmode: true) do |file|
      file.write("[1, null]\xFF\xC3\xBC".b)
      file.flush
      read = Values.read({ "file" => file.path, "index" => [[0, 9, "json"], [9, 1, "bytes"], [10, 2, "text"]] }, true)

      assert_equal [[1, nil], "\xFF".b, "ü"], read
      assert read.all?(&:frozen?)
    end
  end

  def test_texts_that_json_cannot_carry_and_things_that_are_no_texts
    latin = Values.value("m\xFC".b, "text:ISO-8859-1")

    assert_equal ["mü", Encoding::ISO_8859_1], [latin.encode("UTF-8"), latin.encoding]
    assert_equal ["\xC3(", false], Values.value("\xC3(".b, "text").then { |text| [text, text.valid_encoding?] }
    assert_equal :süß, Values.value("süß".b, "symbol")
    assert_equal [7, nil, "two"], (%w[7 null "two"].map { |text| Values.value(text.b, "json") })
  end

  def test_freezes_all_the_way_down_or_nothing
    Tempfile.create("values") do |file|
      file.write('{"a":[{"b":"c"}]}')
      file.flush
      frozen, other = [true, false].map { |way| Values.read({ "file" => file.path, "index" => [[0, 17, "json"]] }, way).first }

      assert frozen["a"].frozen? && frozen["a"].first["b"].frozen?
      refute other["a"].frozen? || other["a"].first["b"].frozen?
    end
  end

  def test_refuses_an_unknown_kind
    assert_raises(ArgumentError) { Values.value("a", "tree") }
  end
end
