# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `check`: each contender is put to every case, several contenders side by side, each on a
    # server of its own; the controls, of which the outcome is known, among them.
    class Check < Loop
      # Drivers at work at once: each waits most of the time.
      LANES = 6
      # Cases for which starting a driver is worth it.
      FEWEST = 4
      private_constant :LANES, :FEWEST

      # Answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.tell(:start, total_s: nil)
          @lock = Mutex.new
          @stop.interruptible { examine(@job.exams) }
        end
      end

      private

      # A contender's cases dealt out to several of its drivers, each with a server of its own.
      def shares(exams)
        exams.flat_map do |exam|
          parts = exam.cases.each_slice([(exam.cases.size * exams.size / LANES.to_f).ceil, FEWEST].max)
          parts.map { |cases| exam.with(cases: cases) }
        end
      end

      # Waiting is most of it, so that more of them work at once than there are cores.
      def examine(exams)
        queue = Queue.new
        shares(exams).each { |exam| queue << exam }
        threads = Array.new(LANES) { Thread.new { serve(queue) } }
        threads.each(&:join)
      ensure
        threads&.each { |thread| thread.kill.join }
      end

      def serve(queue)
        while (exam = queue.shift(true))
          put(exam)
        end
      rescue ThreadError # the queue is empty
        nil
      end

      def put(exam)
        reason = missing(exam.contender)
        return exam.cases.each { |one| note(exam, one, unsupported(reason)) } if reason

        stand = Stand.new(@rig, exam.contender, @job.seed)
        exam.cases.each { |one| note(exam, one, stand.call(one)) }
      rescue Driver::Failure, Trouble => error
        failed(exam, error)
      ensure
        stand&.stop
      end

      def missing(contender)
        return contender.refusal if contender.refusal

        environment = @rig.environments.fetch(contender.id)
        [environment.reason, environment.how].compact.join(": ") if environment.is_a?(Env::Unavailable)
      end

      def unsupported(reason) = Fault::Judge::Finding.new(outcome: "UNSUPPORTED", reason: reason, n: 0)

      def failed(exam, error)
        @lock.synchronize { @writer.add("failure", contender: exam.contender.id, status: "failed", reason: error.message) }
        @live.tell(:warning, message: "#{exam.contender.id}: #{error.message}")
      end

      def note(exam, one, finding)
        @lock.synchronize do
          @writer.add("case", case: one.id, situation: one.situation.id, contender: exam.contender.id, mode: "sync",
                              control: exam.control, outcome: finding.outcome, reason: finding.reason, n: finding.n,
                              times: finding.times, points: finding.points, unsafe: finding.unsafe, **evidence(finding.trial))
        end
        @live.tell(:step, text: "#{exam.contender.id} #{one.id}: #{finding.outcome}#{": #{finding.reason}" if finding.reason}")
      end

      # The history of the trial that decided, and the octets of its exchange.
      def evidence(trial)
        return {} unless trial

        { history: trial.calls.map { |call| call.to_h.compact }, ending: trial.ending,
          octets: trial.octets.map { |ns, connection, side, bytes| [ns, connection, side, [bytes].pack("m0")] } }
      end
    end
  end
end
