# frozen_string_literal: true

require "test_helper"
require "json"
require "open3"

# Scripts under bench/, in a checkout whose bin/cachemark only waits, or measures nothing.
class BenchTest < Minitest::Test
  WAITING = "#!/bin/sh\necho $$ > pid.new && mv pid.new pid\nexec sleep 60\n"
  # Each command has a record.
  RECORDED = <<~SH
    #!/bin/sh
    kind=$1
    while [ $# -gt 0 ]; do
      case $1 in record=*) cp "${0%/*}/$kind.jsonl" "${1#*=}" ;; --output) case $2 in *.json) echo '{}' > "$2" ;; esac ;; esac
      shift
    done
  SH
  # As `gem unpack`.
  GEM = <<~SH
    #!/bin/sh
    mkdir -p dalli-3.2.8/lib/dalli
    printf 'def get(key, req_options = nil)\ndef get_multi(*keys)\n' > dalli-3.2.8/lib/dalli/client.rb
  SH

  def test_a_series_of_checks_that_is_ended_ends_its_check
    %w[TERM INT].each do |signal|
      series do |bench, check|
        Process.kill(signal, bench)

        assert_equal Signal.list[signal], Process.wait2(bench).last.termsig
        refute Processes.alive?(check), signal
      ensure
        Process.kill("KILL", check) if Processes.alive?(check)
      end
    end
  end

  # One experiment of each condition is left. Pilots say what a loop costs.
  def test_a_calibration_goes_on_where_it_stopped_and_prints_its_tables
    calibration(*[MadeCalibration.slower(condition: "slower by 2 %", share: 0.02, loops: 40)] * 19,
                *[MadeCalibration.found] * 9, *[MadeCalibration.multiget] * 19) do |record, out|
      added = record.experiments.drop(47)

      assert_equal [["pilot", 400], ["one commit of 64 slower by 2 %", 40], ["slower by 2 %", 40], ["pilot", 400],
                    ["one of seven slower by 3 %", 60]], added.map { |line| line.values_at("condition", "loops") }, out
      assert_equal({ "wall" => ["slower"], "fastest" => ["slower"] },
                   added[2]["verdicts"].transform_values { |all| all.map { |one| one["verdict"] } })
      assert_equal 14, added[2]["cells"].first["effects"]["wall"].size
      assert_equal [1, ["client/get"]], added[4].values_at("code", "regressions")
      assert_equal [nil, "change 1"], [added[1]["undecided"], added[1]["found"].first["subject"]]
      assert_match(/^\| slower by 2 % \| wall \| 2.00 % \| 20 \| 20 of 20 \| at least 86.0 % /, out)
    end
  end

  private

  # Continues a calibration of this machine in a checkout: its record, and what was printed.
  def calibration(*experiments)
    before = MadeCalibration.record(*experiments, "machine" => Cachemark::Host::Machine.facts)
    files = { "bin/cachemark" => RECORDED, "bin/gem" => GEM, "calibration.jsonl" => text(before.lines), **measurements }
    FolderTree.open(files) do |dir|
      (Dir.children(Executable::ROOT) - %w[bin bench]).each { |name| File.symlink("#{Executable::ROOT}/#{name}", "#{dir}/#{name}") }
      FileUtils.cp_r("#{Executable::ROOT}/bench", dir)
      FileUtils.chmod(0o755, Dir["#{dir}/bin/*"])
      path = "#{dir}/calibration.jsonl"
      words = ["--record", path, "--condition", "slower by 2 %", "--condition", "one of seven"]
      out, = Open3.capture2e({ **Executable::OURS, "PATH" => "#{dir}/bin:#{ENV.fetch("PATH")}" }, RbConfig.ruby,
                             "#{dir}/bench/calibrate.rb", *words)
      yield Cachemark::Record::Reader.read(path), out
    end
  end

  # Get is slower by 20 %. A search finds one commit.
  def measurements
    slower = { effects: { "client/get" => 0.2 }, scenarios: ["client/get"] }
    position = { **Line["position"], "position" => 1, "contender" => "dalli", "name" => "c1", "subject" => "change 1" }
    answer = { "type" => "answer", "scenario" => "client/get", "mode" => "sync", "metric" => "wall", "undecided" => nil,
               "found" => [{ "from" => 0, "to" => 1, "effects" => [0.02] * 12, "skipped" => [] }] }
    { "compare" => {}, "gate" => { sets: [1, 2], options: { "threshold" => 0.0 } },
      "find" => { more: [position.merge("position" => 0, "name" => "c0"), position, answer] } }
      .to_h { |kind, more| ["bin/#{kind}.jsonl", text(MadeComparison.lines(command: kind, **slower, **more))] }
  end

  def text(lines) = lines.map { |line| "#{JSON.generate(line)}\n" }.join

  # The process ids of bench/check_repeats.rb and of the check that it has started.
  def series
    ARepository.open("dalli") do |repository|
      repository.write("bin/cachemark", WAITING)
      FileUtils.chmod(0o755, "#{repository.dir}/bin/cachemark")
      FileUtils.cp_r("#{Executable::ROOT}/bench", repository.dir)
      repository.commit
      bench = spawn(Executable::OURS, RbConfig.ruby, "#{repository.dir}/bench/check_repeats.rb", out: File::NULL, err: File::NULL)
      Processes.eventually { File.exist?("#{repository.dir}/pid") }
      yield bench, File.read("#{repository.dir}/pid").to_i
    end
  end
end
