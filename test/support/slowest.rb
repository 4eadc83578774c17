# frozen_string_literal: true

require "etc"

# Lists the tests that took longest: `bin/test --slowest 40`. A busy machine makes every test slow, so each line also has the
# CPU time of the test and of all processes that it started.
class Slowest < Minitest::AbstractReporter
  # Measures every test, in whatever process it runs.
  module Measured
    def run
      before = CPUTime.seconds
      super.tap { |result| result.metadata[:cpu_s] = CPUTime.seconds - before }
    end
  end

  # Seconds of CPU that this process and all its descendants have used so far, those included that have ended.
  module CPUTime
    TICKS_PER_S = Etc.sysconf(Etc::SC_CLK_TCK).to_f
    # Where /proc/PID/stat has, after the command, the parent's pid and the ticks: own and of children that have ended.
    PARENT = 1
    TICKS = (11..14).freeze

    class << self
      #: () -> Float
      def seconds
        stats = Dir.glob("/proc/[0-9]*/stat").filter_map { |path| stat(path) }.to_h
        children = stats.keys.group_by { |pid| stats[pid][PARENT].to_i }
        family([Process.pid], children).sum { |pid| stats[pid][TICKS].sum(&:to_i) } / TICKS_PER_S
      end

      private

      def stat(path)
        [path[/\d+/].to_i, File.read(path).rpartition(")").last.split]
      rescue SystemCallError
        nil # it has ended
      end

      def family(pids, children) = pids.flat_map { |pid| [pid, *family(children.fetch(pid, []), children)] }
    end
  end

  #: (IO, Integer) -> void
  def initialize(io, count)
    super()
    @io = io
    @count = count
    @results = []
  end

  # Called by minitest with each result.
  def record(result)
    @results << result
  end

  # Called by minitest after the last test.
  def report
    listed = @results.max_by(@count, &:time)
    @io.puts "", "The #{listed.size} slowest of #{@results.size} tests, #{sums(@results)}:", "  wall s   CPU s"
    listed.each { |result| @io.puts format("%8.2f%8.2f  %s", result.time, cpu_s(result), "#{result.klass}##{result.name}") }
  end

  private

  def sums(results)
    format("%.0f s of wall time and %.0f s of CPU time in all", results.sum(&:time), results.sum { |result| cpu_s(result) })
  end

  # A test whose process has ended has no CPU time.
  def cpu_s(result) = result.metadata? ? result.metadata.fetch(:cpu_s, 0.0) : 0.0
end
