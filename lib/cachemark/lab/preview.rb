# frozen_string_literal: true

module Cachemark
  module Lab
    # The work of a measurement beforehand, computed without a server or a client. Nothing is installed for it.
    #
    # - `rows`: Array[Row]. `hosts`: the number of hosts that would measure them, nil for this machine alone.
    # - `seconds`: how long it would measure, without the builds before; nil if that depends on what it finds.
    # - `needs`: Array[Need]. Servers of the user are none of them.
    Preview = Value.define(:command, :rows, :seconds, :needs, hosts: nil)

    # Its parts, and how they follow from a job.
    class Preview
      # A contender with what is done with it ("client/get", "397 cases", "compress=on"), and its mode.
      Row = Value.define(:contender, :what, mode: nil)

      # A memcached or the environment of a contender, which must be there before. `state` is "ready", "missing" (it would be
      # downloaded or built), or "impossible", with the `reason`.
      Need = Value.define(:name, :state, reason: nil)

      class << self
        # `builder` and `servers` install nothing; `servers` is nil if the user has servers.
        #: (String, Job, builder: Env::Builder, servers: Env::Servers?, ?hosts: Integer?) -> Preview
        def of(command, job, builder:, servers:, hosts: nil)
          new(command: command, rows: rows(job), seconds: seconds(job), hosts: hosts,
              needs: [*(programs(job, servers) if servers), *environments(job, builder)])
        end

        private

        def rows(job)
          return job.trials.map { |trial| row(trial, [trial.option, trial.value].join("=")) } if job.judging[:look]

          controls, exams = job.exams.partition(&:control)
          [*job.cells.select(&:shown).map { |cell| row(cell, cell.scenario.id, mode: cell.mode) },
           *exams.map { |exam| row(exam, cases([exam])) },
           *([Row.new(contender: "the controls", what: cases(controls))] if controls.any?)]
        end

        def row(part, what, **more) = Row.new(contender: part.contender.id, what: what, **more)

        def cases(exams)
          count = exams.sum { |exam| exam.cases.size }
          count == 1 ? "1 case" : "#{count} cases"
        end

        def seconds(job)
          return job.outage.for_s * job.outage.repeats * job.cells.size if job.outage
          return if job.iterations || job.axes.any?

          job.exams.any? ? Check.seconds(job.exams) : job.for_s
        end

        def environments(job, builder)
          parts = job.cells + job.exams.reject(&:mutant?) + job.range
          builder.ready(parts.map(&:contender).uniq(&:id)).map do |id, ready|
            next Need.new(name: id, state: "impossible", reason: ready.reason) if ready.is_a?(Env::Unavailable)

            Need.new(name: id, state: ready ? "ready" : "missing")
          end
        end

        def programs(job, servers)
          words = job.endpoints.map { |endpoint| endpoint&.memcached || job.memcached }.uniq
          known = servers.known.to_h { |release| [release.number, release] }
          words.map do |word|
            release = known[word]
            ready = word ? word.start_with?("/") || release&.cached || release&.path : servers.installed
            Need.new(name: ["memcached", *word].join(" "), state: ready ? "ready" : "missing")
          end
        end
      end
    end
  end
end
