# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvLatchTest < Minitest::Test
  Latch = Cachemark::Env::Latch

  def test_lets_one_in_at_a_time
    Dir.mktmpdir do |dir|
      inside = most = 0
      threads = Array.new(4) do
        Thread.new do
          Latch.hold("#{dir}/deep/latch") do
            most = [most, inside += 1].max
            Thread.pass
            inside -= 1
          end
        end
      end
      threads.each(&:join)

      assert_equal 1, most
    end
  end

  def test_tells_at_once_that_another_holds_it
    Dir.mktmpdir do |dir|
      shared = Latch.share("#{dir}/latch")

      refute(Latch.try("#{dir}/latch") { true })
      shared.close
      assert(Latch.try("#{dir}/latch") { true })
    end
  end
end
