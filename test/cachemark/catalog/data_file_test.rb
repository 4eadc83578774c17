# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::DataFileTest < Minitest::Test
    include UserFile

    def test_reads_an_object_of_strings_in_its_order
      with_file('{"b": "1", "schlüssel": "wört"}', name: "data.json") do |path|
        pairs = Catalog::DataFile.read(path)

        assert_equal [2, 10, File.expand_path(path)], [pairs.count, pairs.key_bytes, pairs.file]
        assert_equal [%w[b 1], %w[schlüssel wört]], pairs.texts.to_a
      end
    end

    def test_refuses_what_is_no_object_of_strings
      { "" => "is not JSON (unexpected token", "{" => "is not JSON", "[1]" => "is not an object", "{}" => "holds no pairs",
        '{"a": 1}' => 'the value of "a" is no string', '{"a": "x", "a": "y"}' => 'the key "a" stands there twice',
        '{"a": {"b": "c"}}' => 'the value of "a" is no string', "{\"a\": \"\xFF\"}" => "is not UTF-8 text" }
        .each { |text, message| assert_includes refusal(text), message }
    end

    def test_refuses_what_memcached_does_not_take
      { { "a b" => "c" } => 'the key "a b" holds a blank or control character',
        { "a\n" => "c" } => "holds a blank or control character",
        { "" => "c" } => 'the key "" is 0 bytes; keys have 1 to 250',
        { "ü" * 126 => "c" } => "...\" is 252 bytes; keys have 1 to 250",
        { "a" => "" } => 'the value of "a" is empty',
        { "a" => "x" * 1_048_001 } => 'the value of "a" is 1048001 bytes; memcached takes 1048000' }
        .each { |pairs, message| assert_includes refusal(::JSON.generate(pairs)), message }
    end

    def test_refuses_more_than_a_private_memcached_holds
      much = Array.new(33) { |number| ["k#{number}", "x" * 1_000_000] }.to_h

      assert_match(/holds 330000\d\d bytes of pairs; a memcached of 64 MB has room for 32000000/, refusal(::JSON.generate(much)))
    end

    def test_takes_a_byte_order_mark
      with_file("\uFEFF{\"a\": \"b\"}", name: "data.json") do |path|
        assert_equal({ "a" => "b" }, Catalog::DataFile.read(path).texts)
      end
    end

    def test_refuses_what_is_endless_before_it_is_read
      pipe = IO.pipe
      error = assert_raises(Usage) { Catalog::DataFile.read("/dev/fd/#{pipe.first.fileno}") }
      assert_match(/is no regular file\nname a JSON file\z/, error.message)

      with_file("", name: "data.json") do |path|
        File.truncate(path, 200_000_000)
        assert_includes assert_raises(Usage) { Catalog::DataFile.read(path) }.message, "is too large (200000000 bytes)"
      end
    ensure
      pipe&.each(&:close)
    end

    def test_names_a_file_that_is_not_there
      error = assert_raises(Usage) { Catalog::DataFile.read("/nowhere/data.json") }

      assert_equal "/nowhere/data.json: cannot be read (No such file or directory)\nname a JSON file that exists", error.message
    end

    private

    def refusal(text)
      with_file(text, name: "data.json") do |path|
        return assert_raises(Usage, text[0, 40]) { Catalog::DataFile.read(path) }.message
      end
    end
  end
end
