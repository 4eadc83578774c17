# frozen_string_literal: true

require "test_helper"

# Scripts under bench/, in a repository whose bin/cachemark only waits.
class BenchTest < Minitest::Test
  WAITING = "#!/bin/sh\necho $$ > pid.new && mv pid.new pid\nexec sleep 60\n"

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

  private

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
