# frozen_string_literal: true

require "test_helper"

class EnvWorkshopTest < Minitest::Test
  def workshop(source: "https://gems.example/")
    registry = Cachemark::Env::Registry.new(cache: "/nowhere", source: source)
    @workshop ||= Cachemark::Env::Workshop.new(cache: "/nowhere", spawn: nil, registry: registry)
  end

  def test_does_a_job_once_for_all_who_ask
    done = Queue.new
    workshop
    answers = Array.new(8) { Thread.new { workshop.once(:job) { done << true && "answer" } } }.map(&:value)

    assert_equal ["answer"] * 8, answers
    assert_equal 1, done.size
  end

  def test_everyone_who_asks_hears_of_the_failure
    2.times { assert_raises(Cachemark::Trouble) { workshop.once(:job) { raise Cachemark::Trouble, "no" } } }
  end

  def test_gives_the_place_back_after_a_failure
    20.times { assert_raises(RuntimeError) { workshop.slot { raise "no" } } }
    assert_equal 1, workshop.slot { 1 }
  end

  def test_hands_on_credentials
    assert_equal({ "BUNDLE_GEMS__EXAMPLE" => "me:x" }, workshop(source: "https://me:x@gems.example/").credentials)
  end
end
