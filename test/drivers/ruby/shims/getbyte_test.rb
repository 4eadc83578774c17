# frozen_string_literal: true

require "test_helper"
require "json"
require "open3"
require "zlib"

# getbyte is on the measured path of memcache-client 1.5.0. The test does not time the cause of
# its slowness. It counts it: Ruby blocks and C calls per byte of key.
class GetbyteShimTest < Minitest::Test
  include DrivenClient

  SHIM = File.join(Cachemark::ROOT, "drivers", "ruby", "shims", "getbyte.rb")
  COUNT = <<~'RUBY'
    require "json"
    require "memcache"
    counts = JSON.parse(ARGV.first).map do |key|
      calls = Hash.new(0)
      key.crc32_ITU_T
      made = GC.stat(:total_allocated_objects)
      key.crc32_ITU_T
      made = GC.stat(:total_allocated_objects) - made
      trace = TracePoint.new(:c_call, :b_call) { |point| calls[point.event == :b_call ? "blocks" : point.method_id.to_s] += 1 }
      trace.enable
      sum = key.crc32_ITU_T
      trace.disable
      calls.merge("sum" => sum, "made" => made)
    end
    puts JSON.generate(counts)
  RUBY

  def count(*keys)
    environment = DrivenClient.environment(DrivenClient.contender("memcache-client@1.5.0"))
    argv = [*environment.argv, "-r", SHIM, "-e", COUNT, JSON.generate(keys)]
    out, status = Open3.capture2(environment.env, *argv, unsetenv_others: true)
    assert_predicate status, :success?
    JSON.parse(out)
  end

  def test_the_checksum_is_crc32
    keys = DrivenClient::KEYS.values

    assert_equal(keys.map { |key| Zlib.crc32(key) }, count(*keys).map { |counts| counts["sum"] })
  end

  def test_each_byte_costs_one_call_and_nine_blocks_as_key_i_did
    [1, 5, 96, 160, 200].each do |length|
      counts = count("k" * length).first

      assert_equal [length, length * 9], counts.values_at("getbyte", "blocks")
    end
  end

  def test_no_object_is_made_per_byte
    short, long = count("k" * 5, "k" * 200)

    assert_operator long["made"] - short["made"], :<, 9
  end
end
