# frozen_string_literal: true

require "test_helper"
require "digest"

module Cachemark
  class Catalog::PairsTest < Minitest::Test
    include UserFile

    def test_a_seed_makes_the_same_pairs_for_ever
      texts = of(count: 25_000, seed: 2012).texts

      assert_equal %w[b7c2db89d88a7679fb3f115ba899b8fe 2c41d846031166dc8dd97518b8ccdddc], texts.first
      assert_equal "5fa82e7b2dcfab3f6f4be644065f0e72f03ed37a7232dc3eb5bd216870b3047c", Digest::SHA256.hexdigest(texts.flatten.join)
    end

    def test_no_two_texts_of_them_are_the_same_and_all_are_like_a_uuid
      texts = of(count: 5_000, seed: 1).texts.to_a.flatten

      assert_equal 10_000, texts.uniq.size
      assert texts.all?(/\A\h{32}\z/)
    end

    def test_fewer_are_the_first_of_many
      many = of(count: 20, seed: 7)

      assert_equal many.texts.first(3).to_h, many.first(3).texts
      assert_equal many, many.first(21)
    end

    def test_a_record_keeps_a_seed_or_a_file_with_its_digest
      made = of(count: 3, seed: 7)

      assert_equal({ "count" => 3, "seed" => 7 }, made.to_record)
      assert_equal made, Catalog::Pairs.recorded(made.to_record)
      data do |pairs, path|
        assert_equal [2, path, 64], [pairs.count, pairs.file, pairs.to_record["digest"].size]
        assert_equal pairs, Catalog::Pairs.recorded(pairs.to_record)
        assert_equal({ "a" => "1" }, pairs.first(1).texts)
      end
    end

    def test_refuses_a_recorded_file_that_is_gone_or_changed
      data do |pairs, path|
        File.write(path, '{"a":"2","bb":"1"}')
        assert_match(/#{path}: holds other pairs than it did/, assert_raises(Usage) { pairs.texts }.message)
        File.delete(path)
        message = assert_raises(Usage) { Catalog::Pairs.recorded(pairs.to_record) }.message
        assert_match(/#{path}: cannot be read \(No such file/, message)
      end
    end

    private

    def of(**members) = Catalog::Pairs.new(**members)

    def data
      with_file('{"a":"1","bb":"2"}', name: "data.json") { |path| yield Catalog::Pairs::DataFile.read(path), path }
    end
  end
end

module Cachemark
  class Catalog::DataFileTest < Minitest::Test
    include UserFile

    def test_reads_an_object_of_strings_in_its_order
      with_file('{"b": "1", "schlüssel": "wört"}', name: "data.json") do |path|
        pairs = Catalog::Pairs::DataFile.read(path)

        assert_equal [2, 10, File.expand_path(path)], [pairs.count, pairs.key_bytes, pairs.file]
        assert_equal [%w[b 1], %w[schlüssel wört]], pairs.texts.to_a
      end
    end

    def test_refuses_what_is_no_object_of_strings
      { "" => "is not JSON (unexpected token", "{" => "is not JSON", "[1]" => "is not an object", "{}" => "holds no pairs",
        '{"a": 1}' => 'the value of "a" is not a string', '{"a": "x", "a": "y"}' => 'the key "a" appears twice',
        '{"a": {"b": "c"}}' => 'the value of "a" is not a string', "{\"a\": \"\xFF\"}" => "is not UTF-8 text" }
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
        assert_equal({ "a" => "b" }, Catalog::Pairs::DataFile.read(path).texts)
      end
    end

    def test_refuses_what_is_endless_before_it_is_read
      pipe = IO.pipe
      error = assert_raises(Usage) { Catalog::Pairs::DataFile.read("/dev/fd/#{pipe.first.fileno}") }
      assert_match(/is not a regular file\nname a JSON file\z/, error.message)

      with_file("", name: "data.json") do |path|
        File.truncate(path, 200_000_000)
        assert_includes assert_raises(Usage) { Catalog::Pairs::DataFile.read(path) }.message, "is too large (200000000 bytes)"
      end
    ensure
      pipe&.each(&:close)
    end

    def test_names_a_file_that_is_not_there
      error = assert_raises(Usage) { Catalog::Pairs::DataFile.read("/nowhere/data.json") }

      assert_equal "/nowhere/data.json: cannot be read (No such file or directory)\nname a JSON file that exists", error.message
    end

    private

    def refusal(text)
      with_file(text, name: "data.json") do |path|
        return assert_raises(Usage, text[0, 40]) { Catalog::Pairs::DataFile.read(path) }.message
      end
    end
  end
end
