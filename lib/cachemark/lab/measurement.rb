# frozen_string_literal: true

module Cachemark
  module Lab
    # A run, from its environments to the closed record. Whatever happens, every measurement is in the record, and every
    # process that was started has ended.
    class Measurement
      # record: Record; code: Integer exit code; broken: String or nil: why the file lacks lines of the record.
      Done = Value.define(:record, :code, broken: nil)

      # `survey` returns the fields of a last line about the machine.
      #: (Loop::Task, Settings, live: Live, clock: #call, ?survey: #call) -> void
      def initialize(task, settings, live:, clock:, survey: nil)
        @task = task
        @settings = settings
        @live = live
        @clock = clock
        @survey = survey
      end

      #: () -> Done
      def call
        user_servers = admit
        @writer = @settings.writer
        Host::Keeper.start do |keeper|
          Host::Memcached.check(keeper) unless user_servers.any? || @task.memcached || named_memcached?
          Instruments.check(Instruments.for(@task.metrics), keeper)
          @builds = Builds.new(keeper, @settings, live: @live)
          Stop.watch { |stop| finish(measure(keeper, user_servers, stop), stop) }
        end
      ensure
        @builds&.release
        @writer&.close
        @writer&.discard
      end

      private

      # Examines servers that are not ours, and whether all items fit, before anything is built.
      def admit
        shared = @settings.options.fetch(:allow_non_empty, false)
        servers = @settings.user_servers.map { |access| Host::Server::UserServer.admit(access, allow_non_empty: shared) }
        limits = servers.any? ? { limits: Plan::Items::Limits.least(servers.map(&:limits)) } : {}
        Plan::Items.check(@task.cells, servers: @settings.servers, **limits)
        servers
      end

      # Returns "complete", "interrupted" or "stopped early".
      def measure(keeper, user_servers, stop)
        facts = Host::Machine.facts
        @steal = Host::StealTime.new
        @before = @steal.sample
        placement = @settings.placement(@task, facts).verified(keeper)
        programs = {}
        built = stop.interruptible do
          programs = @builds.programs(@task)
          check_abilities(keeper, programs)
          @builds.call(@task)
        end
        return interrupted(facts, placement) unless built

        @starter = RingStarter.new(keeper: keeper, placement: placement, programs: programs, count: @settings.servers,
                                   connections: @task.connections, user_servers: user_servers)
        user_servers.each { |server| server.present(@starter.files.certificate) if server.access.trust }
        ring = named_memcached? ? Host::Ring.new([]) : @starter.ring(**@task.ring)
        engine = engine(keeper, placement, ring, built, stop)
        header(built).write(facts, placement, ring, built.environments, programs)
        run(engine, built.task)
      ensure
        ring&.stop
        engine&.tidy
        unpin(keeper, placement, facts) if placement
      end

      # Raises Trouble if a program of memcached cannot listen as a contender asks.
      def check_abilities(keeper, programs)
        @task.endpoints.compact.group_by(&:memcached).each do |word, endpoints|
          program = programs[word] ? { program: programs[word].argv } : {}
          Host::Memcached::Abilities.new(keeper, **program).check(endpoints.flat_map { |endpoint| endpoint.needs.keys }.uniq)
        end
      end

      # The record of a run that was ended while its environments were built.
      def interrupted(facts, placement)
        Header.new(@writer, @task, @settings).write(facts, placement, nil, {})
        "interrupted"
      end

      # Whether each contender names its own memcached, so that the run needs no servers.
      def named_memcached? = @task.endpoints.all? { |endpoint| endpoint&.memcached }

      def engine(keeper, placement, ring, built, stop)
        began_s = @clock.call
        clock = -> { @clock.call - began_s } # of the record's at_s
        placement.pin_self(keeper)&.then { |note| @live.notify(:warning, message: note) }
        Engine.new(keeper: keeper, ring: ring, placement: placement, environments: built.environments, steal: @steal,
                   logs: @settings.logs, prefix: @task.seed.to_s(36).rjust(4, "0")[-4..], build: late(built), writer: @writer,
                   ring_starter: @starter, others: others, live: MachineWatch.over(@live, placement, ring, clock: clock),
                   stop: stop, clock: clock)
      end

      def others = @settings.inbox && Rendezvous::Member.new(@writer, @settings.inbox)

      # Builds an environment that is needed later than the rest, and records it.
      def late(built)
        ->(contender) { @builds.late(contender).tap { |environment| header(built).environment(contender, environment) } }
      end

      def header(built) = Header.new(@writer, built.task, built.settings)

      def run(engine, task)
        outcome = task.loop.new(task: task, engine: engine).call
        @writer.add("survey", @survey.call) if @survey
        outcome
      end

      # A process that measures again, as in `compare --watch`, needs all of its cores.
      def unpin(keeper, placement, facts)
        placement.pin(keeper, ::Process.pid, facts["allowed_cpus"])
      rescue Host::Keeper::Lost
        nil
      end

      def finish(outcome, stop)
        @live.notify(:done)
        machine = { load: Host::Machine.facts["load"], steal_percent: Host::StealTime.percent(@before, @steal.sample) }
        @writer.add("end", outcome: outcome, reason: reason(outcome), ended_at: Time.now.utc.iso8601, machine: machine,
                           broken_off: @writer.broken)
        @writer.add("summary", Stats::RecordSummary.of(@writer.record))
        @live.notify(:warning, message: @writer.broken) if @writer.broken
        Done.new(record: @writer.record, code: stop.code || code(outcome), broken: @writer.broken)
      end

      # Why a run did not finish.
      def reason(outcome)
        return unless outcome == "stopped early"

        stopped = @writer.record.events.reverse.find { |event| event["kind"] == "stopped" }
        stopped && stopped["message"].lines.first.chomp
      end

      # 3 if a row failed or is invalid, or if the run did not finish.
      def code(outcome)
        bad = @writer.record.failures.any? { |failure| %w[failed invalid].include?(failure["status"]) }
        bad || invalid_row? || outcome != "complete" || @writer.broken ? 3 : 0
      end

      # Whether a table calls a row invalid that was not dropped.
      def invalid_row?
        evidence = Stats::Evidence.new(@writer.record)
        evidence.cells.any? { |cell| evidence.status(cell, measured: true).first == "invalid" }
      end
    end
  end
end
