# frozen_string_literal: true

require "test_helper"

# The runs of whole commands are in test/hosts.
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
      assert_equal ["gave up h1: it sent nothing for 1 s"], warnings
    end

    def test_a_host_whose_last_line_is_cut_short_keeps_its_measurements
      measured_with(%(printf '{"type":"sample","of":"pair","compar')) do |record, warnings|
        assert_equal([10, 10], record.hosts.values.map { |host| host.pairs.size })
        assert_equal ["gave up h2: it sent a line that is cut short"], warnings
      end
    end

    def test_a_host_whose_output_cannot_be_read_is_named_and_the_others_count
      ['{"type":"sample","of":"pair","half', '{"type":"cell",half}'].each do |line|
        more = %(echo '#{line}'; cat #{lines_of(part(3).lines.last(20))}; sleep 60)
        measured_with(more, lines: part(2).lines.first(3)) do |record, warnings|
          assert_equal ["h1"], record.hosts.keys
          assert_match(/\Agave up h2: it.*(half|cut short)/, warnings.last)
        end
        FileUtils.rm_rf(File.join(@dir, "r.hosts"))
        File.delete(File.join(@dir, "r.jsonl"))
      end
    end

    def test_a_host_whose_record_is_damaged_is_named_and_the_others_count
      measured_with(%(echo '{"type":"sample","of":"pair",half}'; cat #{lines_of(part(3).lines.last(2))})) do |record, warnings|
        assert_equal ["h1"], record.hosts.keys
        assert_match(%r{\Askipped h2: .*/h2.jsonl:\d+: not a line of a record\z}, warnings.first)
      end
    end

    def test_a_host_whose_record_cannot_be_written_is_named_and_the_others_count
      measured_with("true", name: "no/such") do |record, warnings|
        assert_equal ["h1"], record.hosts.keys
        assert_equal ["gave up no/such: its record cannot be written: No such file or directory"], warnings
      end
    end

    def test_a_host_that_is_lost_before_it_measured_anything_costs_only_itself
      measured_with(%(printf '{"type":"cell","cel'), lines: part(2).lines.first(3)) do |record, warnings|
        assert_equal [["h1"], ["gave up h2: it sent a line that is cut short"]], [record.hosts.keys, warnings]
      end
    end

    def test_a_host_that_ends_in_order_before_it_measured_anything_costs_only_itself
      measured_with("true", lines: [part(2).lines.first, { type: "end", outcome: "interrupted" }]) do |record, warnings|
        assert_equal [["h1"], []], [record.hosts.keys, warnings]
      end
    end

    def test_other_lines_of_a_login_are_ignored
      measured_with("printf '\\377\\n'") { |record, warnings| assert_equal [%w[h1 h2], []], [record.hosts.keys, warnings] }
    end

    def test_the_record_may_be_in_a_folder_with_characters_of_patterns
      done = measured([launch(replica(part(1).lines))], record: File.join(@dir, "x [old]", "a{1}*.jsonl"))

      assert_equal ["h1"], done.record.hosts.keys
    end

    # Its pipe is full.
    def test_a_host_that_reads_nothing_is_given_up_and_the_others_go_on
      meet = "cat #{lines_of([{ type: "meeting", what: "next", timed: false, facts: { a: "x" * 200_000 } }])}"
      beat = "for one in 1 2 3 4 5 6 7 8; do echo; sleep 1; done"
      deaf = replica(part(2).lines.first(40), "#{meet}; #{beat}", name: "h2")
      rest = "cat #{lines_of(part(1).lines.drop(40))}"
      waits = replica(part(1).lines.first(40), "#{meet}; (#{beat}) & read answer; kill $!; wait $!; #{rest}", name: "h1")
      done = measured([launch(deaf), launch(waits)], silent_s: 3, rendezvous: Lab::Rendezvous.new(needs_all: false))

      assert_equal ["gave up h2: it read nothing for 3 s"], warnings
      assert_equal [%w[h1 h2], "complete"], [done.record.hosts.keys, done.record.ending["outcome"]]
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

      assert_match(%r{\Ah1 \([12]\) and h2 \([12]\) measured different things: Cachemark: 0.1.0 and 0.2.0$},
                   error.message) # whichever of them began first
    end

    def test_no_record_at_all_is_trouble_with_what_the_host_said
      error = assert_raises(Trouble) { measured([launch("echo no ruby here >&2; exit 127")]) }

      assert_match(/\Ano host measured anything: a host: no ruby here\nread the logs in .*r.hosts\z/, error.message)
    end

    def test_records_of_an_earlier_run_are_not_touched
      Dir.mkdir(File.join(@dir, "r.hosts"))

      assert_match(/r.hosts exists/, assert_raises(Usage) { measured([launch("exit 0")]) }.message)
    end

    def test_an_earlier_record_is_kept_until_the_new_one_is_whole
      record, earlier = %w[r.jsonl r.jsonl.before].map { |name| File.join(@dir, name) }
      measured([launch(replica(part(1).lines))])
      whole = File.read(record)
      with_files_of_at_most(whole.bytesize * 3 / 2) do
        2.times do |at|
          done = measured([launch(replica(part(2 + at).lines))], resumed: true)

          assert_includes done.broken, "#{record} is incomplete"
          assert_equal [done.broken, whole], [done.record.ending["broken_off"], File.read(earlier)]
        end
      end

      assert_equal 4, measured([launch(replica(part(4).lines))], resumed: true).record.hosts.size
      assert_equal [4, false], [Record::Reader.read(record).hosts.size, File.exist?(earlier)]
    end

    def test_a_launcher_that_is_not_installed_is_named
      error = assert_raises(Trouble) { measured([Launch.new(host: nil, words: ["no-such-program"])]) }

      assert_match(/no-such-program/, error.message)
    end

    private

    # Yields the merged record and the warnings of a run on h1, which is complete, and on another host.
    def measured_with(then_, name: "h2", lines: part(2).lines)
      done = measured([launch(replica(part(1).lines, name: "h1")), launch(replica(lines, then_, name: name))])
      yield done.record, warnings
    end

    def warnings = @live.events.filter_map { |event, facts| facts[:message] if event == :warning }

    # A host that sends these lines; `then_` is what its shell does next.
    def replica(lines, then_ = "true", name: "h#{Dir.children(@dir).size + 1}")
      %(echo '{"type":"replica","host":"#{name}","name":null,"job":null}'; cat #{lines_of(lines)}; #{then_})
    end

    # The path of a file with these lines.
    def lines_of(lines)
      File.join(@dir, "lines-#{Dir.children(@dir).size}").tap do |path|
        File.write(path, lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
      end
    end

    def launch(script) = Launch.new(host: nil, words: ["sh", "-c", script])

    def part(seed) = MadeComparison.of(pairs: 4, seed: seed, run: { "seed" => seed })

    # Files of this process cannot grow beyond that, as on a disk that fills up.
    def with_files_of_at_most(bytes)
      limits = Process.getrlimit(:FSIZE)
      handler = trap("XFSZ") { nil }
      Process.setrlimit(:FSIZE, bytes, limits.last)
      yield
    ensure
      Process.setrlimit(:FSIZE, *limits)
      trap("XFSZ", handler)
    end

    def measured(launches, record: File.join(@dir, "r.jsonl"), **more)
      launcher = MadeCells::CATALOG.launcher("local")
      Lab::Replicas.new(launcher, launches, record: record, live: @live, clock: Clock, **more).call
    end
  end
end
