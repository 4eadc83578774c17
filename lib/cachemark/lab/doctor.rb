# frozen_string_literal: true

module Cachemark
  module Lab
    # `doctor`: examines the machine, makes an A/A check, and watches which other processes use the cores meanwhile. All
    # results are in one record.
    class Doctor
      # How long other processes are watched if nothing is measured.
      WATCHED_S = 1

      # The facts of a machine that decide whether and what can be measured there, in addition to Host::Machine.facts. They are
      # the fields of a record's `survey` line; an unknown fact is nil. Runs short commands: versions, free space.
      # `languages` are the catalogue's, `user` as for Env::Runtimes::OnMachine.here.
      #
      #: (Host::Keeper, paths: Paths, languages: Hash[String, Vocabulary::Language], ?root: String, **Object) -> Hash[String, Object]
      def self.survey(keeper, paths:, languages:, root: "/", **user)
        tools = Host::Tools.new(which: keeper.method(:which), ask: Host::Tools::Ask.new(keeper), root: root)
        asked = Env::Runtimes.new(cache: paths.cache, spawn: keeper)
        runtimes = Env::Runtimes::OnMachine.here(runtimes: asked, cache: paths.cache, languages: languages, root: root, **user)
        { "memcached" => { "version" => tools.memcached, "how" => Host::Memcached::Launch::ABSENT }, "missing" => tools.missing,
          "disks" => { "cache" => tools.disk(paths.cache), "state" => tools.disk(paths.records) }, "runtimes" => runtimes.facts,
          "debian" => File.exist?(File.join(root, Env::Debs::Installed::STATUS)) }
      end

      # `survey` takes the keeper and returns the fields of the survey. Without `measured`, nothing is measured.
      #: (Compare::Task, Settings, survey: #call, live: Live, clock: #call, ?measured: bool) -> void
      def initialize(task, settings, survey:, live:, clock:, measured: true)
        @task = task
        @settings = settings
        @survey = survey
        @live = live
        @clock = clock
        @measured = measured
      end

      #: () -> Measurement::Done
      def call
        @live.notify(:step, text: "looking at the machine")
        @machine = Host::Machine.facts
        Host::Keeper.start do |keeper|
          @placement = @settings.placement(@task, @machine).verified(keeper)
          facts = @survey.call(keeper)
          @facts = @task.memcached ? facts.merge("memcached" => { **facts["memcached"], "version" => version(keeper) }) : facts
        end
        @processes = Host::OtherProcesses.new(cpus: @machine["allowed_cpus"])
        @before = @processes.look
        @measured && @facts.dig("memcached", "version") ? measure : watch
      end

      private

      # The version of the release, or of the executable, that is measured on instead of the installed one.
      def version(keeper)
        return @task.memcached unless @task.memcached.start_with?("/")

        Env::Servers.new(cache: @settings.paths.cache, spawn: keeper).program(@task.memcached).version
      end

      def measure
        Measurement.new(@task, @settings, live: @live, clock: @clock, survey: method(:facts)).call
      rescue Trouble => error
        ended({ "reason" => error.message.lines.first.chomp, "try" => error.try }, 3)
      end

      def watch
        sleep(WATCHED_S)
        ended({}, 0)
      end

      def facts = { **@facts, "other_processes" => @processes.between(@before, @processes.look) }

      # The record of a machine on which nothing was measured, or not completely; the reason is part of the survey.
      def ended(why, code)
        writer = File.exist?(@settings.record) ? Record::Writer.resume(@settings.record) : begun
        writer.add("survey", { **facts, "unmeasured" => why })
        writer.add("end", outcome: "complete", ended_at: Time.now.utc.iso8601)
        Measurement::Done.new(record: writer.record, code: code)
      ensure
        writer&.close
      end

      def begun
        Record::Writer.create(@settings.record).tap do |writer|
          Header.new(writer, @task, @settings).write(@machine, @placement, nil, {})
        end
      end

      # The loop of `doctor`: the same pairs as in a comparison of a minute, for as long as there is time. The number of
      # quads in a pair depends on the time, and the precision of a pair depends on its quads.
      class Pairs < Compare
        private

        def measure(matches)
          @ends_s = @clock.call + @task.for_s
          span(matches, [Stats::DoctorResult::Detectability::MINUTE_S, @task.for_s].max)
        end

        def known? = @clock.call >= @ends_s
      end
    end
  end
end
