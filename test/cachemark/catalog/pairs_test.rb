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

    def test_a_file_that_is_gone_or_has_changed_is_told
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
      with_file('{"a":"1","bb":"2"}', name: "data.json") { |path| yield Catalog::DataFile.read(path), path }
    end
  end
end
