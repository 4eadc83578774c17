# frozen_string_literal: true

require "test_helper"
%w[meter compiler actors/interrupts].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverLineStrikeTest < Minitest::Test
  # A library's code, as far as these tests go.
  LIBRARY = <<~RUBY
    class StruckLibrary
      def read
        answer = 1
        answer + 1
      rescue Exception
        @step = "cleaned up"
        raise
      end

      def masked
        Thread.handle_interrupt(Object => :never) do
          @step = "begun"
          @step = "done"
        end
      end


      def deaf
        @step = "nothing"
        @step = "something"
      rescue StandardError
        nil
      end

      attr_reader :step
    end
  RUBY

  def setup
    @folder = Dir.mktmpdir
    File.write(File.join(@folder, "struck_library.rb"), LIBRARY)
    load File.join(@folder, "struck_library.rb")
  end

  def teardown = FileUtils.rm_rf(@folder)

  def test_the_exception_comes_at_the_line_of_that_number
    assert_equal ["cleaned up", [4]], [struck(:read, 2).step, @places.map { |place| place[/\d+\z/].to_i }]
    assert_equal [nil, [], {}], [struck(:read, 99).step, @places, @strike.report]
  end

  def test_preparation_strikes_nothing_and_changes_nothing
    2.times { CachemarkDriver::Actors::LineStrike.make_ready }

    assert_equal 2, StruckLibrary.new.read
    assert_equal ["cleaned up", [4]], [struck(:read, 2).step, @places.map { |place| place[/\d+\z/].to_i }]
  end

  def test_the_second_comes_where_it_cleans_up
    assert_nil struck(:read, 2, "twice" => true).step
    assert_equal 1, @places.size
  end

  def test_it_waits_where_the_library_lets_nothing_in
    assert_equal "done", struck(:masked, 2).step
    assert @raised
  end

  def test_a_call_that_returns_all_the_same_has_swallowed_it
    struck(:deaf, 2)

    assert_equal [false, { "swallowed" => true }], [@raised, @strike.report]
    struck(:read, 2)
    assert_equal [true, {}], [@raised, @strike.report]
  end

  private

  def struck(call, number, **more)
    library = StruckLibrary.new
    @places = []
    @strike = CachemarkDriver::Actors::LineStrike.new([@folder], { "number" => number, **more }) { |place| @places << place }
    @raised = begin
      @strike.over { library.public_send(call) }
      false
    rescue CachemarkDriver::Actors::Interrupted
      true
    end
    library
  end
end
