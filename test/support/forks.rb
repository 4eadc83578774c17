# frozen_string_literal: true

require "etc"

# Runs tests in several processes, forked when all files are loaded. It is minitest's executor for parallel tests, with
# processes in place of threads, because tests change the environment, the current folder and traps. A worker gets the tests of
# one class at a time and answers with minitest's own results, so that minitest prints everything.
class Forks
  # Half of the time tests wait, or other processes work for them.
  PER_CORE = 2
  MOST = 4

  class << self
    # Called by minitest, which shows the option in its help.
    def minitest_plugin_options(parser, options)
      parser.on("-j", "--jobs N", "So many worker processes (or env: MT_CPU), 1 for none.") { |count| options[:jobs] = count }
      parser.on("--slowest N", Integer, "List the N slowest tests, with their CPU time.") { |count| options[:slowest] = count }
    end

    # Called by minitest before the first test.
    def minitest_plugin_init(options)
      count = Integer(options[:jobs] || ENV["MT_CPU"] || [Etc.nprocessors * PER_CORE, MOST].min, exception: false)
      abort "bin/test: -j wants a number of processes, 1 or more" unless count&.positive?
      list_slowest(options) if options[:slowest]
      return Minitest.parallel_executor = nil if count == 1

      Minitest.parallel_executor = new(count)
      Minitest::Test.extend(Minitest::Parallel::Test::ClassMethods)
    end

    private

    # The list comes before the summary, which ends every run.
    def list_slowest(options)
      Minitest::Test.prepend(Slowest::Measured)
      Minitest.reporter.reporters.unshift(Slowest.new(options[:io], options[:slowest]))
    end
  end

  #: (Integer) -> void
  def initialize(count)
    @count = count
    @jobs = []
    @workers = []
  end

  # Called by minitest with [class, name, reporter] of each test.
  def <<(job)
    @jobs << job
  end

  # Called by minitest when it has named all tests: runs them.
  def shutdown
    @times = Times.new
    @deck = Deck.new(@jobs, @times)
    while deal
      ready, = IO.select(@workers.map(&:io))
      @workers.select { |worker| ready.include?(worker.io) }.each { |worker| hear(worker) }
    end
    @workers.dup.each { |worker| bury(worker) unless worker.dismiss.success? }
    @times.keep
  rescue SignalException => signal # names the tests at work: one of them may hang
    reason = "ended by SIG#{Signal.signame(signal.signo)} to the whole run"
    @workers.select(&:busy?).each { |worker| record(worker.at, worker.lost(reason)) }
  ensure
    @workers.each(&:stop)
  end

  private

  # Hands out what can run now; whether any worker is at work.
  def deal
    while (free = @workers.find { |worker| !worker.busy? }) || @workers.size < @count
      hand = @deck.next(busy: @workers.any?(&:busy?)) or break
      free ||= Worker.new(@jobs, @workers.map(&:io)).tap { |worker| @workers << worker }
      free.take(hand)
    end
    @workers.any?(&:busy?)
  end

  def hear(worker)
    at = worker.at
    result, warnings = worker.answer
    OwnWarnings::SEEN.concat(warnings)
    @times.add(result)
    record(at, result)
  rescue EOFError, SystemCallError
    bury(worker)
  end

  # The test that it was at is an error, and those that it had not begun are for others.
  def bury(worker)
    @workers.delete(worker)
    status = worker.dismiss
    record(worker.at, worker.lost("the process that ran it has ended: #{status.to_s.sub(/\Apid \d+ /, "")}"))
    @deck.put_back(worker.hand.drop(1))
  end

  # Names and results of one test come together, so that lines of several workers do not mix.
  def record(index, result)
    klass, name, reporter = @jobs[index]
    reporter.prerecord(klass, name)
    reporter.record(result)
  end
end
