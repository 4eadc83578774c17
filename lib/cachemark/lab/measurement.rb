# frozen_string_literal: true

module Cachemark
  module Lab
    # One `run` from environments to the closed record. Whatever happens, what was
    # measured is in the record and every process that was started is gone.
    class Measurement
      # record: Record; code: Integer exit code.
      Done = Value.define(:record, :code)

      # `loop` is the class of the loop; `survey` answers the fields of a last line about the machine.
      #: (Job, Settings, live: Live, clock: #call, ?loop: Class, ?survey: #call) -> void
      def initialize(job, settings, live:, clock:, loop: Loop.for(job), survey: nil)
        @job = job
        @settings = settings
        @live = live
        @clock = clock
        @loop = loop
        @survey = survey
      end

      #: () -> Done
      def call
        foreign = admit
        @writer = @settings.resumed ? Record::Writer.resume(@settings.record) : Record::Writer.create(@settings.record)
        Host::Keeper.start do |keeper|
          Host::Memcached.check(keeper) unless foreign
          @builder = builder(keeper)
          Stop.watch { |stop| measure(keeper, foreign, stop) }
        end
      ensure
        @builder&.release
        @writer&.close
        @writer&.discard
      end

      private

      def builder(keeper)
        offline = @settings.options.fetch(:offline, false)
        cache = @settings.paths.cache
        Env::Builder.new(cache: cache, spawn: keeper, registry: Env::Registry.new(cache: cache, offline: offline),
                         offline: offline, install: @settings.options.fetch(:install, true))
      end

      def build
        return built(@job.upfront, @settings.locks) unless @job.published

        programs = @job.programs
        built(programs.map(&:contender).uniq(&:id), locks_of(programs))
        broken?(programs) ? split : @built.merge(shared(programs))
      end

      def broken?(programs)
        programs.any? { |program| program.members.size > 1 && @built.fetch(program.contender.id).is_a?(Env::Unavailable) }
      end

      # One gem that cannot be built must not cost the rows of all.
      def split
        note = "the published program cannot be built as one here: each client has a process of its own"
        @live.tell(:warning, message: note)
        @settings = @settings.with(suite: @settings.suite.merge("notes" => [*@settings.suite["notes"], note]))
        @job = @job.with(published: @job.published.merge("processes" => "each contender"))
        build
      end

      def built(contenders, locks)
        @built = @builder.build(contenders, locks: locks) do |event|
          @live.tell(:environment, contender: event[:contender], state: event[:kind], gem: event[:gem], message: event[:message])
        end
      end

      # The members of a program were all built by one lock.
      def locks_of(programs)
        programs.to_h { |program| [program.contender.id, @settings.locks[program.members.first.id]] }.compact
      end

      # Every member of a program has the program's environment.
      def shared(programs)
        programs.flat_map { |program| program.members.map { |member| [member.id, lent(program, member)] } }.to_h
      end

      def lent(program, member)
        built = @built.fetch(program.contender.id)
        built.is_a?(Env::Environment) ? built.lent_to(member, except: program.foreign_gems(member)) : built
      end

      def measure(keeper, foreign, stop)
        facts = Host::Machine.facts
        @steal = Host::StealTime.new
        @before = @steal.sample
        placement = @settings.placement(@job, facts).verified(keeper)
        environments = stop.interruptible { build }
        return finish(cut_short(facts, placement), stop) unless environments

        start_clock
        ring = foreign ? Host::Ring.new([foreign]) : start_servers(keeper, placement)
        placement.pin_self(keeper)&.then { |note| @live.tell(:warning, message: note) }
        header = Header.new(@writer, @job, @settings)
        engine = Engine.new(keeper: keeper, environments: environments, stop: stop, build: late(header), **settled(placement, ring))
        header.write(facts, placement, ring, environments)
        finish(run(engine), stop)
      ensure
        ring&.stop
        engine&.tidy
        unpin(keeper, placement, facts) if placement
      end

      def settled(placement, ring)
        { placement: placement, ring: ring, logs: @settings.logs, prefix: @job.seed.to_s(36).rjust(4, "0")[-4..],
          steal: @steal, writer: @writer, live: MachineWatch.over(@live, placement, ring, clock: @clock), clock: @clock }
      end

      # A process that measures again, as a calibration does, needs all of its cores.
      def unpin(keeper, placement, facts)
        placement.pin(keeper, ::Process.pid, facts["allowed_cpus"])
      rescue Host::Keeper::Lost
        nil
      end

      # Builds what is needed later than the rest.
      def late(header)
        ->(contender) { built([contender], {}).fetch(contender.id).tap { |made| header.environment(contender, made) } }
      end

      # Seconds since the environments are ready: what the record's at_s counts.
      def start_clock
        clock, began_s = @clock, @clock.call
        @clock = -> { clock.call - began_s }
      end

      # The record of a run that was ended while its environments were made.
      def cut_short(facts, placement)
        Header.new(@writer, @job, @settings).write(facts, placement, nil, {})
        "interrupted"
      end

      def run(engine)
        outcome = @loop.new(job: @job, engine: engine).call
        @writer.add("survey", @survey.call) if @survey
        outcome
      end

      # A server that is not ours is looked at before anything is built.
      def admit
        host, port = @settings.foreign
        host && Host::Server::Foreign.admit(host, port, allow_non_empty: @settings.options.fetch(:allow_non_empty, false))
      end

      def start_servers(keeper, placement)
        launch = { keeper: keeper, argv_prefix: placement.server_argv }
        return Host::Ring.start(@settings.servers, **launch, connections: @job.connections) unless @job.published

        Host::Ring.start(1, **launch, arguments: @job.published["memcached"], terminal: @job.published["terminal"])
      end

      def finish(outcome, stop)
        @live.tell(:done)
        machine = { load: Host::Machine.facts["load"], steal_percent: Host::StealTime.percent(@before, @steal.sample) }
        @writer.add("end", outcome: outcome, reason: reason(outcome), ended_at: Time.now.utc.iso8601, machine: machine,
                           broken_off: @writer.broken)
        @writer.add("summary", Stats::RecordSummary.of(@writer.record))
        @live.tell(:warning, message: @writer.broken) if @writer.broken
        Done.new(record: @writer.record, code: stop.code || code(outcome))
      end

      # Why a run could not go to its end.
      def reason(outcome)
        return unless outcome == "stopped early"

        stopped = @writer.record.events.reverse.find { |event| event["kind"] == "stopped" }
        stopped && stopped["message"].lines.first.chomp
      end

      # 3 when a row failed or is invalid, or when the run could not go to its end.
      def code(outcome)
        bad = @writer.record.failures.any? { |failure| %w[failed invalid].include?(failure["status"]) }
        bad || disproved? || outcome != "complete" || @writer.broken ? 3 : 0
      end

      # Nothing that was dropped, but what a table calls invalid all the same.
      def disproved?
        evidence = Stats::Evidence.new(@writer.record)
        evidence.cells.any? { |cell| Stats::Status.of(cell, evidence, measured: true).first == "invalid" }
      end
    end
  end
end
