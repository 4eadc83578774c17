# frozen_string_literal: true

require "test_helper"

# The runs of whole commands are in test/hosts_test.rb.
module Cachemark
  class Lab::ReplicasTest < Minitest::Test
    Launch = Lab::Replicas::Launch
    Heard = Struct.new(:events, :states) do
      def notify(event, **facts)
        events << [event, facts]
        states << facts[:hosts].map { |host| [host.name, host.state] } if event == :hosts
      end
    end

    def setup
      @dir = Dir.mktmpdir
      @live = Heard.new([], @states = [])
    end

    def teardown
      FileUtils.rm_rf(@dir)
    end

    def test_a_silent_host_is_given_up_and_the_others_count
      silent = replica(part(2).lines.first(40), "sleep 60")
      done = measured([launch(replica(part(1).lines)), launch(silent)], silent_s: 1)

      assert_equal %w[h1 h2], done.record.hosts.keys
      assert_equal [0, "complete"], [done.code, done.record.ending["outcome"]]
      assert_includes @live.events, [:warning, { message: "gave up h1: it sent nothing for 1 s" }]
    end

    def test_the_view_knows_what_each_host_does
      measured([launch(replica(part(1).lines)), launch(replica(part(2).lines.first(40)))])
      states = @live.events.filter_map { |event, facts| facts if event == :hosts }

      assert_equal [["h1", "complete"], ["h2", "ended early"]], @states.last
      assert_equal ["pairs"], states.map { |facts| facts[:counted] }.uniq
    end

    def test_hosts_that_measure_different_things_end_at_once
      other = MadeComparison.of(pairs: 4, seed: 2, run: { "seed" => 2, "version" => "0.2.0" })
      launches = [launch(replica(part(1).lines, "sleep 60")), launch(replica(other.lines, "sleep 60"))]
      error = assert_raises(Trouble) { measured(launches) }

      assert_match(/\Ah1 \(1\) and h2 \(2\) measured different things: Cachemark: 0.1.0 and 0.2.0\nmake both hosts alike/,
                   error.message)
    end

    def test_no_record_at_all_is_trouble_with_what_the_host_said
      error = assert_raises(Trouble) { measured([launch("echo no ruby here >&2; exit 127")]) }

      assert_match(/\Ano host measured anything: a host: no ruby here\nread the logs in .*r.hosts\z/, error.message)
    end

    def test_records_of_an_earlier_run_are_not_touched
      Dir.mkdir(File.join(@dir, "r.hosts"))

      assert_match(/r.hosts exists/, assert_raises(Usage) { measured([launch("exit 0")]) }.message)
    end

    def test_a_launcher_that_is_not_installed_is_named
      error = assert_raises(Trouble) { measured([Launch.new(host: nil, words: ["no-such-program"])]) }

      assert_match(/no-such-program/, error.message)
    end

    private

    # A host that sends these lines; `then_` is what its shell does next.
    def replica(lines, then_ = "true")
      path = File.join(@dir, "lines-#{Dir.children(@dir).size}")
      File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
      name = "h#{Dir.children(@dir).size}"
      %(echo '{"type":"replica","host":"#{name}","name":null,"job":null}'; cat #{path}; #{then_})
    end

    def launch(script) = Launch.new(host: nil, words: ["sh", "-c", script])

    def part(seed) = MadeComparison.of(pairs: 4, seed: seed, run: { "seed" => seed })

    def measured(launches, **more)
      launcher = MadeCells::CATALOG.launcher("local")
      Lab::Replicas.new(launcher, launches, record: File.join(@dir, "r.jsonl"), live: @live, clock: Clock, **more).call
    end
  end
end
