# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `check`: each contender is put to every case, several contenders side by side, each on a
    # server of its own; the controls, of which the outcome is known, among them.
    class Check < Loop
      # Drivers at work at once, most of which wait most of the time; so many of them are busy with the long cases, which
      # do not, while there are any.
      LANES = 8
      BUSY = 3
      private_constant :LANES, :BUSY

      # Answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @lock = Mutex.new
          @done = 0
          @caught = []
          begin_record
          @live.tell(:start, cases: @of)
          @stop.interruptible do
            examine(@job.exams)
            @job.axes.each { |axis| follow(axis) }
          end
        end
      end

      private

      # What reports tell of cases and of releases.
      def begin_record
        @of = @job.exams.sum { |exam| exam.cases.size }
        @job.exams.flat_map(&:cases).uniq.group_by(&:fault).each do |one, cases|
          told = one.to_h.slice(:title, :happens, :invariant, :source)
          @writer.add("fault", fault: one.id, **told, cases: cases.map(&:id))
        end
        @job.axes.each do |axis|
          axis.positions.each { |position| @writer.add("position", { "axis" => axis.name, **position.facts }) }
        end
      end

      # Closes in on the releases that changed an outcome; what nobody could examine is not asked for again.
      def follow(axis)
        asked = []
        until @stop.requested?
          exams = axis.next(@writer.record.cases).filter_map { |exam| fresh(exam, asked) }
          return if exams.empty?

          exams.each { |exam| @engine.build(exam.contender) }
          @of += exams.sum { |exam| exam.cases.size }
          examine(exams)
        end
      end

      def fresh(exam, asked)
        cases = exam.cases.reject { |one| asked.include?([exam.contender.id, one.id, exam.retest]) }
        asked.concat(cases.map { |one| [exam.contender.id, one.id, exam.retest] })
        exam.with(cases: cases) if cases.any?
      end

      # Waiting is most of it, so that more of them work at once than there are cores.
      def examine(exams)
        queues = Plan::Shares.of(exams, lanes: LANES).to_a.map(&:dup)
        threads = Array.new(LANES) { |lane| Thread.new { serve(lane < BUSY ? queues : queues.reverse) } }
        threads.each(&:join)
      ensure
        Lab.end_all(threads || [])
      end

      def serve(queues)
        while !@stop.requested? && (exam = @lock.synchronize { queues.find(&:any?)&.shift })
          put(exam)
        end
      end

      def put(exam)
        reason = @engine.refusal(exam.contender)
        return exam.cases.each { |one| note(exam, one, unsupported(reason), absent: true) } if reason

        left = exam.cases
        left = attempt(exam, left) until left.empty?
      end

      # Answers what is left to do where a driver was lost over a case: another one goes on behind it.
      def attempt(exam, cases)
        done = 0
        peers = exam.peers.reject { |peer| @engine.refusal(peer) }
        stand = Stand.new(@engine, exam.contender, @job.seed, peers: peers, effort: exam.effort)
        cases.each do |one|
          caught?(exam, one) ? left_out : note(exam, one, stand.call(one))
          done += 1
        end
        []
      rescue Driver::Failure, Trouble => error
        # Who is cut short hears replies to others, and what a killed thread raises while it cleans up keeps it alive.
        return [] if @stop.requested?

        stand ? lost(exam, cases[done], error) : never_came(exam, cases, error)
        stand ? cases.drop(done + 1) : []
      ensure
        stand&.stop
      end

      def left_out = @lock.synchronize { @of -= 1 }

      # Of a mutant one case of a fault has to catch it.
      def caught?(exam, one)
        return false unless exam.mutant?

        @lock.synchronize { @caught.include?([exam.control, one.fault.id]) }
      end

      def unsupported(reason) = Fault::Outcomes::Result.new(outcome: "UNSUPPORTED", reason: reason, n: 0)

      # Nobody knows whose fault it was: it says nothing of the client, and the check was not finished.
      def lost(exam, one, error)
        reason = why(error)
        failed(exam, "#{one.id}: #{reason}")
        note(exam, one, unsupported(reason))
      end

      def never_came(exam, cases, error)
        reason = why(error)
        failed(exam, reason)
        cases.each { |one| note(exam, one, unsupported(reason), absent: true) }
      end

      def why(error) = error.message.lines.map(&:strip).join("; ")

      def failed(exam, reason)
        @lock.synchronize { @writer.add("failure", contender: exam.contender.id, status: "failed", reason: reason) }
        @live.tell(:warning, message: "#{exam.contender.id}: #{reason}")
      end

      def note(exam, one, finding, absent: nil)
        @lock.synchronize do
          @done += 1
          @caught << [exam.control, one.fault.id] if exam.control && Vocabulary::Outcomes.bad?(finding.outcome)
          @writer.add("case", case: one.id, fault: one.fault.id, contender: exam.contender.id, mode: one.fault.mode,
                              control: exam.control, outcome: finding.outcome, reason: finding.reason, n: finding.n,
                              times: finding.times, points: finding.points, unsafe: finding.unsafe, **evidence(finding.trial),
                              **{ absent: absent, retest: exam.retest || nil, peers: peers(exam, one),
                                  anew: finding.anew }.compact)
          @live.tell(:case, done: @done, of: @of, name: "#{exam.contender.id} #{one.id}", outcome: finding.outcome,
                            reason: finding.reason, bad: exam.control.nil? && Vocabulary::Outcomes.bad?(finding.outcome))
        end
      end

      # Those without whom the case cannot be repeated.
      def peers(exam, one) = (exam.peers.map(&:id) if one.fault.peers)

      # The history of the trial that decided, and the octets of its exchange, as far as they are kept.
      def evidence(trial)
        return {} unless trial

        { history: trial.calls.map { |call| call.to_h.compact }, ending: trial.ending,
          octets: trial.octets.map { |ns, connection, side, bytes, *left| [ns, connection, side, [bytes].pack("m0"), *left] } }
      end
    end
  end
end
