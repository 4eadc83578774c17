# frozen_string_literal: true

require "test_helper"

class HeapTest < Minitest::Test
  PROGRAM = File.join(Cachemark::ROOT, "drivers/ruby/lib/heap.rb")
  SHARE = "counts = ObjectSpace.count_objects; puts counts[:FREE] * 100 / counts[:TOTAL]"

  # However much of it was taken before.
  def test_most_of_the_heap_is_free
    [0, 5_000, 20_000, 100_000].each do |kept|
      free = run_ruby("KEPT = Array.new(#{kept}) { Object.new }; CachemarkDriver::Heap.make_room; #{SHARE}")

      assert_operator free.to_i, :>=, 50, "with #{kept} objects"
    end
  end

  private

  def run_ruby(source)
    Open3.capture2(RbConfig.ruby, "--disable-gems", "-r", PROGRAM, "-e", source).first
  end
end
