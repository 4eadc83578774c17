# frozen_string_literal: true

require "test_helper"
require "json"
require "tempfile"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/names.rb")

class DriverPairsTest < Minitest::Test
  Pairs = CachemarkDriver::Pairs

  def test_reads_a_file_in_its_order
    Tempfile.create("pairs") do |file|
      file.write(JSON.generate("zebra" => "1", "ape" => "zwölf"))
      file.flush
      pairs = Pairs.read("pairs" => { "file" => file.path })

      assert_equal [%w[zebra ape], %w[1 zwölf]], [pairs.keys, pairs.values]
    end
    assert_nil Pairs.read("keys" => {})
  end

  def test_every_pair_is_one_workers
    [[7, 3], [8, 4], [9, 8], [5, 5]].each do |size, workers|
      pairs = Pairs.new(Array.new(size) { |at| "k#{at}" }, Array.new(size) { |at| "v#{at}" })
      shares = Array.new(workers) { |worker| pairs.share(worker, workers) }

      assert_equal [pairs.keys, pairs.values], [shares.flat_map(&:keys), shares.flat_map(&:values)]
      assert_includes 0..1, shares.map(&:size).minmax.reduce(:-).abs
    end
  end

  def test_there_are_as_many_pairs_as_workers
    assert_raises(ArgumentError) { Pairs.new(%w[a], %w[b]).share(0, 2) }
  end
end
