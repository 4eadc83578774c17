# frozen_string_literal: true

# The behaviour of every mode of the Ruby driver with its workers. A test that includes this has `mode`, the class, and `size`,
# the number of workers.
module WorkersInAMode
  def test_asks_one_after_the_other_or_all_at_once
    assert_equal [0, 1, 2].first(size), workers.each("number")
    assert_equal [5, 6, 7].first(size), workers.at_once("plus", 5)
  end

  def test_a_worker_stays_where_it_is
    places = workers.each("place")

    assert_equal places, workers.at_once("place")
    assert_equal size, places.uniq.size
  end

  def test_raises_what_a_worker_raises_and_goes_on
    [-> { workers.each("fail_if", 0, KeyError) }, -> { workers.at_once("fail_if", 0, KeyError) }].each do |asking|
      assert_raises(KeyError, &asking)
      assert_equal (0...size).to_a, workers.each("number")
    end
  end

  def test_a_failure_in_a_race_holds_up_nobody
    assert_raises(KeyError) { workers.race("stumble", [[]] * size, 0, []) }
    assert_equal size, workers.race("run", [[nil]] * size, 0, []).results.size
  end

  def test_lets_all_go_at_one_time
    race = workers.race("run", Array.new(size) { |at| [at * 10] }, 0, [])

    assert_equal [race.start] * size, race.results.map(&:first)
    assert_equal [0, 10, 20].first(size), (race.results.map { |result| result[1] })
    assert_equal [CachemarkDriver::Meter::FIELDS, {}], [race.used.keys, race.seen]
  end

  def test_hands_out_each_call_once_and_in_order
    2.times do
      calls = workers.race("run", [[nil]] * size, 5000, []).results.map(&:last)

      assert_equal (0...5000).to_a, calls.flatten.sort
      calls.each { |own| assert_equal own.sort, own }
    end
  end

  def test_watches_all_workers
    seen = workers.race("run", [[nil]] * size, 0, %w[exceptions locks]).seen

    assert_equal({ "exceptions" => { "KeyError" => size }, "locks" => 0 }, seen)
  end

  def teardown
    super
    @workers&.close
  end

  private

  def workers = @workers ||= mode.new(maker)

  def maker = @maker ||= MadeWorkers.new(size)
end
