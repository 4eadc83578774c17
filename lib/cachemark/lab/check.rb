# frozen_string_literal: true

require "random/formatter"
require "zlib"

module Cachemark
  module Lab
    # The loop of `check`: runs every case with each contender, several contenders at the same time, each on its own servers.
    # The contenders include the controls, whose outcomes are known.
    class Check < Loop
      # Drivers that work at the same time. There are more than cores, because most of them wait most of the time. While
      # there are long cases, which do not wait, BUSY of the drivers work on these.
      DRIVERS = 8
      BUSY = 3
      # Seconds between two events for a view while cases are running.
      TICK_S = 1
      private_constant :DRIVERS, :BUSY, :TICK_S

      # - exams: Array[Plan::Exam], the cases of each contender, and of the controls
      # - axes: Array[Plan::Exam::Axis]. Their first exams are in `exams`; the later ones depend on outcomes.
      Task = Value.define(:seed, :exams, loop: self, **SHARED, axes: [].freeze, judging: {}.freeze) do
        include Loop::Task
        def options = judging
        def timed? = false
        def contenders = exams.map(&:contender).uniq(&:id)
        def previewed = exams.reject(&:mutant?).map(&:contender).uniq(&:id)
        def endpoints = (contenders + later).reject(&:refusal).map(&:endpoint).uniq
        def seconds = (first.sum(&:total_ms) / 1e3 / BUSY if axes.empty?)
        def first = Plan::Exam.first(exams)

        def rows
          controls, own = first.partition(&:control)
          [*own.map { |exam| [exam.contender.id, [exam]] }, ["the controls", controls]].map do |who, some|
            count = some.sum { |exam| exam.cases.size }
            [who, count == 1 ? "1 case" : "#{count} cases"]
          end
        end

        # The contenders that are not controls, with every release that may be tried.
        def examined = (exams.reject(&:control).map(&:contender) + later).uniq(&:id)

        private

        def later = axes.flat_map(&:positions).map(&:contender)
      end

      # Returns "complete", "interrupted", "stopped early" or "failed fast".
      #: () -> String
      def call
        outcome = concluded do
          @lock = Mutex.new
          @caught = []
          @fast = @task.judging[:fail_fast]
          @first = @task.first
          @counts = Counts.new(@first)
          @doubted = []
          @again = []
          @wavered = {}
          @wrote = Set.new
          @confirmed = @first.select(&:reference?).flat_map { |exam| exam.cases.map(&:id) }
          begin_record
          @live.notify(:start, **@counts.planned)
          @stop.interruptible do
            examine(@first)
            @failed ? prove : plan_and_examine(uncaught(@task.exams))
            @task.axes.each { |axis| follow(axis) } unless @failed
          end
        end
        @failed && outcome == "complete" && left? ? Stats::Check::FAILED_FAST : outcome
      end

      private

      def begin_record
        @task.exams.flat_map(&:cases).uniq(&:id).group_by(&:fault).each do |fault, cases|
          facts = fault.to_h.slice(:title, :happens, :invariant, :source)
          @writer.add("fault", fault: fault.id, **facts, cases: cases.map(&:id))
        end
        @task.axes.each do |axis|
          axis.positions.each { |position| @writer.add("position", { "axis" => axis.name, **position.facts }) }
        end
      end

      # Examines the other controls of the cases that failed, so that the failures are proven.
      def prove
        @fast = false
        failing = Stats::Check.of(@writer.record).failing
        cases, faults = failing.map(&:case), failing.map(&:fault)
        controls = some(@task.exams.select(&:control)) do |exam, fault_case|
          exam.mutant? ? faults.include?(fault_case.fault.id) : cases.include?(fault_case.id)
        end
        examine(unexamined(controls))
        plan_and_examine(uncaught(unexamined(@first).any? ? controls : @task.exams))
      end

      # Exams with the cases that the block selects.
      def some(exams) = exams.filter_map { |exam| exam.only { |fault_case| yield exam, fault_case } }

      # The cases without an outcome, except of mutants that another case caught.
      def unexamined(exams)
        known = @writer.record.cases.to_set { |line| line.values_at("contender", "case") }
        some(exams) { |exam, fault_case| !known.include?([exam.contender.id, fault_case.id]) && !caught?(exam, fault_case) }
      end

      # Whether the end at the first failure left anything. Records which cases of contenders these are.
      def left?
        left = unexamined(@first)
        left.reject(&:control).group_by { |exam| exam.contender.id }.each do |contender, exams|
          cases = exams.flat_map { |exam| exam.cases.map(&:id) }
          @writer.add("event", kind: Stats::Check::UNEXAMINED, contender: contender, cases: cases,
                               message: "#{contender}: #{cases.size} cases were not examined")
        end
        left.any? || @task.axes.any?
      end

      # Bisects the releases that changed an outcome. Tries no release twice, even if a try gave no outcome.
      def follow(axis)
        asked = []
        until @stop.requested?
          exams = not_asked(axis.next(@writer.record.cases), asked)
          return if exams.empty?

          exams.each { |exam| @engine.build(exam.contender) }
          plan_and_examine(exams)
        end
      end

      def plan_and_examine(exams)
        @counts.plan(exams)
        examine(exams) if exams.any?
      end

      # The mutants that no case of a fault has caught. They are tried once more, because a busy machine can end a call before
      # its reply shows the mistake.
      def uncaught(exams)
        @stop.requested? ? [] : some(exams.select(&:mutant?)) { |exam, fault_case| !caught?(exam, fault_case) }
      end

      def not_asked(exams, asked)
        found = some(exams) { |exam, fault_case| !asked.include?([exam.contender.id, fault_case.id, exam.retest]) }
        asked.concat(found.flat_map { |exam| exam.cases.map { |fault_case| [exam.contender.id, fault_case.id, exam.retest] } })
        found
      end

      # Cases whose trials disagreed are tried again at the end, when nothing else keeps the machine busy.
      def examine(exams)
        long, rest, @limited = Plan::Exam::DriverParts.of(exams, drivers: DRIVERS).to_a.map(&:dup)
        work_off_at_once([*[[long, rest]] * BUSY, *[[rest, long]] * (DRIVERS - BUSY), [@limited]])
        work_off_at_once([[@again]])
      end

      # Array[Array[Array[Plan::Exam]]]: of each driver, the lists that it works off, one after the other.
      def work_off_at_once(drivers)
        threads = drivers.select { |queues| queues.any?(&:any?) }.map { |queues| Thread.new { work_off(queues) } }
        threads.each { |thread| await(thread) }
      ensure
        Lab.end_all(threads || [])
      end

      def await(thread)
        @lock.synchronize { announce } until thread.join(TICK_S)
      end

      def work_off(queues)
        workplace = Workplace.new(@engine)
        while !over? && (exam = @lock.synchronize { queues.find(&:any?)&.shift })
          run(exam, workplace)
          @lock.synchronize { confirm(queues.first) }
        end
      ensure
        workplace&.stop
      end

      # Has the reference examined next in the cases that a contender did not pass. Those with a limit of memory still come one
      # after the other.
      def confirm(queue)
        cases, @doubted = @doubted - @confirmed, []
        @confirmed |= cases
        some(@task.exams.select(&:reference?)) { |_, fault_case| cases.include?(fault_case.id) }.each do |exam|
          @counts.plan([exam])
          exam.parted(&:limited?).each { |part| (part.cases.first.limited? ? @limited : queue).unshift(part) }
        end
      end

      def run(exam, workplace)
        reason = @engine.refusal(exam.contender)
        return skip(exam, exam.cases, reason) if reason

        left = exam.cases
        left = run_cases(exam, left, workplace) until left.empty?
      end

      # Returns the cases after the one that failed, by a lost driver or an error of Cachemark's own. Another driver continues
      # with them.
      def run_cases(exam, cases, workplace)
        done, runner = 0, runner_of(exam, workplace)
        cases.each do |fault_case|
          break if over?

          caught?(exam, fault_case) ? omit(exam, fault_case) : try(exam, fault_case, runner)
          done += 1
        end
        runner.leave
        []
      rescue StandardError => error
        # After an abort, replies may belong to other requests; an exception here would keep the killed thread alive.
        return [] if @stop.requested?

        workplace.stop
        return [] if done == cases.size # only an actor did not end

        runner ? lose_case(exam, cases[done], error) : lose_contender(exam, cases, error)
        runner ? cases.drop(done + 1) : []
      end

      def try(exam, fault_case, runner)
        began_s = @clock.call
        result = runner.call(fault_case)
        earlier = @wavered[[exam.contender.id, fault_case.id]]
        return put_off(exam, fault_case, result) if earlier.nil? && wavering?(exam, fault_case, result)

        result = result.in_place_of(earlier) if earlier
        record(exam, fault_case, result, took_ms: (@clock.call - began_s) * 1e3)
      end

      # A client that could write before other faults can be too slow on a busy machine. Where a bug is known, it is enough to see
      # it once.
      def wavering?(exam, fault_case, result)
        return false if exam.effort[:once_bad]
        return @wrote.include?(exam.contender.id) if result.n.zero? && Vocabulary::Outcomes.bad?(result.outcome)

        Fault::Outcomes.new(fault_case.fault).wavering?(result)
      end

      def put_off(exam, fault_case, result)
        @lock.synchronize do
          @wavered[[exam.contender.id, fault_case.id]] = result
          @again << exam.with(cases: [fault_case])
        end
      end

      # Whether no further case is to begin.
      def over? = @stop.requested? || (@fast && @failed)

      def runner_of(exam, workplace)
        peers = exam.peers.reject { |peer| @engine.refusal(peer) }
        FaultRunner.new(workplace, exam.contender, @task.seed, peers: peers, effort: exam.effort)
      end

      def omit(exam, fault_case)
        @lock.synchronize do
          @counts.done(exam, fault_case)
          announce
        end
      end

      def announce = @live.notify(:progress, **@counts.to_h)

      # A mutant must be caught in one case of a fault; the other cases of the fault are skipped then.
      def caught?(exam, fault_case)
        return false unless exam.mutant?

        @lock.synchronize { @caught.include?([exam.control, fault_case.fault.id]) }
      end

      # The cause is unknown, so this says nothing about the client; but the check is incomplete.
      def lose_case(exam, fault_case, error)
        reason = reason(error)
        record_failure(exam, "#{fault_case.id}: #{reason}")
        record(exam, fault_case, Fault::Outcomes.untried("UNSUPPORTED", reason))
      end

      def lose_contender(exam, cases, error)
        reason = reason(error)
        record_failure(exam, reason)
        skip(exam, cases, reason)
      end

      def skip(exam, cases, reason)
        cases.each { |fault_case| record(exam, fault_case, Fault::Outcomes.untried("UNSUPPORTED", reason), absent: true) }
      end

      def reason(error)
        text = Lab.in_one_line(error.message)
        case error
        when Driver::Failure, Trouble then text
        else "Cachemark failed: #{error.class}: #{text} (#{error.backtrace.first.delete_prefix("#{ROOT}/")[/\A[^:]+:\d+/]})"
        end
      end

      def record_failure(exam, reason)
        @lock.synchronize { @writer.add("failure", contender: exam.contender.id, status: "failed", reason: reason) }
        @live.notify(:warning, message: "#{exam.contender.id}: #{reason}")
      end

      def record(exam, fault_case, result, absent: nil, took_ms: nil)
        bad = Vocabulary::Outcomes.bad?(result.outcome)
        @lock.synchronize do
          @counts.done(exam, fault_case, took_ms)
          @wrote << exam.contender.id if result.n.positive?
          @caught << [exam.control, fault_case.fault.id] if exam.control && bad
          @doubted << fault_case.id if exam.control.nil? && Vocabulary::Outcomes.doubtful?(result.outcome)
          @writer.add("case", case: fault_case.id, fault: fault_case.fault.id, contender: exam.contender.id,
                              notation: exam.contender.notation, mode: fault_case.fault.mode, control: exam.control,
                              outcome: result.outcome, reason: result.reason, n: result.n, times: result.times,
                              points: result.points, unsafe: result.unsafe, **evidence(result.trial),
                              **{ absent: absent, retest: exam.retest || nil, peers: peers(exam, fault_case),
                                  discarded: result.discarded, because: result.because }.compact)
          @live.notify(:case, **@counts.to_h, name: "#{exam.contender.id} #{fault_case.id}", outcome: result.outcome,
                              reason: result.reason, bad: exam.control.nil? && bad)
          @failed ||= @fast && exam.control.nil? && bad && Stats::Check.of(@writer.record).failing.any?
        end
      end

      # The contenders that are necessary to repeat the case.
      def peers(exam, fault_case) = (exam.peers.map(&:id) if fault_case.fault.peers)

      # The history of the trial that decided the outcome, and the recorded octets of its traffic.
      def evidence(trial)
        return {} unless trial

        { history: trial.calls.map { |call| call.to_h.compact }, ending: trial.ending,
          octets: trial.octets.map { |ns, connection, side, bytes, *left| [ns, connection, side, [bytes].pack("m0"), *left] } }
      end

      # Makes the trials of a case with a client. A trial after one that was not bad has the same process, with a new client,
      # because a new process costs more than the rest of a trial.
      class Trials
        # peers: the clients of the contenders that share servers with it.
        #: (Fault::Case, ring: Host::Ring, keeper: Host::Keeper, client: CheckedClient, seed: Integer, ?peers: Hash[Contender, CheckedClient]) -> void
        def initialize(fault_case, ring:, keeper:, client:, seed:, peers: {})
          @case = fault_case
          @ring = ring
          @keeper = keeper
          @client = client
          @seed = seed
          @peers = peers
          @alone = false
        end

        # The trial with a number, on new proxies. Raises CheckedClient::Unsupported, CheckedClient::Unprepared.
        #: (Integer) -> Fault::Trial
        def call(number) = with_servers { |servers| trial(servers, number) }

        # Runs the block, with the servers behind new proxies.
        #: () { (FaultServers) -> Object } -> Object
        def with_servers
          servers = FaultServers.new(@ring, keeper: @keeper, narrow: @case.narrow?)
          yield servers
        ensure
          servers&.close
        end

        # The trial with the number of a line, on servers that the other trials of a sweep use too. `error` is the class that is
        # raised. A line that is unsafe, or that is not there, must be so in a new process, too.
        #: (FaultServers, Integer, String) -> Fault::Trial
        def at_line(servers, number, error)
          @client.leave if @alone
          kept = @client.kept?
          made = trial(servers, number, error)
          return made if !kept || (@client.kept? && made.subject.struck)

          @client.leave
          trial(servers, number, error).tap { |own| @alone = true if own.subject&.struck && !made.subject&.struck }
        end

        # Judges its trials.
        #: () -> Fault::Outcomes
        def outcomes = @outcomes ||= Fault::Outcomes.new(@case.fault)

        # Whether the first call of a process runs more lines than later ones. The trials of a sweep then have a process each.
        def alone? = @alone

        private

        def trial(servers, number, error = nil)
          canary = Fault::Canary.new(nonce(number))
          script = Fault::Script.new(@case, canary, number: number, error: error, peers: @peers.keys)
          trial = CaseRun.new(script, servers, @client, @peers.transform_keys(&:id)).trial
          @client.keep if harmless?(trial)
          trial
        end

        # Whether nothing is left of the trial that could harm the next one. A limit of memory stays.
        def harmless?(trial)
          return false if @case.limited? || trial.ending != "done"

          !Vocabulary::Outcomes.bad?(outcomes.result([trial]).outcome)
        end

        # Differs between trials, and is the same if the command is repeated.
        def nonce(number) = Random.new(@seed ^ (Zlib.crc32(@case.id) + number)).hex(5)
      end
    end
  end
end
