# frozen_string_literal: true

# The behaviour of every mode of the Ruby driver with its workers. A test that includes this has `mode`, the class, and `size`,
# the number of workers.
module WorkersInAMode
  def test_a_worker_stays_where_it_is
    2.times { assert_equal size, places.uniq.size }
    assert_equal places, places
  end

  def test_a_failure_of_one_holds_up_nobody
    2.times do
      assert_raises(KeyError) { workers.race([MadeWorkers.stumbling, *jobs.drop(1)], [], 0) }
      assert_equal size, workers.race(jobs, [], 0).results.size
    end
  end

  def test_lets_all_go_at_one_time
    race = workers.race(Array.new(size) { |at| MadeWorkers.taking(at * 10) }, [])

    assert_equal [race.start] * size, race.results.map(&:first)
    assert_equal [0, 10, 20].first(size), (race.results.map { |result| result[1] })
    assert_equal [CachemarkDriver::Meter::FIELDS, {}], [race.meter.keys, race.seen]
  end

  def test_lets_nobody_go_before_the_start
    start = CachemarkDriver::Clock.now + 3_000_000
    race = workers.race(jobs, [], nil, start)

    assert_equal [[start] * size, start], [race.results.map(&:first), race.start]
    assert_operator CachemarkDriver::Clock.now, :>=, start
  end

  def test_hands_out_each_call_once_and_in_order
    2.times do
      calls = workers.race(jobs, [], 5000).results.map(&:last)

      assert_equal (0...5000).to_a, calls.flatten.sort
      calls.each { |own| assert_equal own.sort, own }
    end
  end

  def test_watches_all_workers
    seen = workers.race(jobs, %w[exceptions locks]).seen

    assert_equal({ "exceptions" => { "KeyError" => size }, "locks" => 0 }, seen)
  end

  def teardown
    super
    @workers&.close
  end

  private

  def workers = @workers ||= mode.new(size)
  def jobs = Array.new(size) { MadeWorkers.taking }
  def places = workers.race(Array.new(size) { MadeWorkers.place }, []).results
end
