# frozen_string_literal: true

module Cachemark
  module Lab
    # `doctor`: looks at the machine and measures the same code against itself, with an eye on who disturbs it; all of
    # it in one record.
    class Doctor
      # How long neighbours are watched where nothing is measured.
      WATCHED_S = 1

      # `more` are fields of the survey that others found out; `measured` false leaves measuring out.
      #
      #: (Job, Settings, survey: Survey, live: Live, clock: #call, ?more: Hash, ?measured: bool) -> void
      def initialize(job, settings, survey:, live:, clock:, more: {}, measured: true)
        @job = job
        @settings = settings
        @survey = survey
        @live = live
        @clock = clock
        @more = more
        @measured = measured
      end

      #: () -> Measurement::Done
      def call
        @machine = Host::Machine.facts
        @facts = look_around
        @neighbours = Host::Neighbours.new(cpus: @machine["allowed_cpus"])
        @before = @neighbours.look
        @measured && @facts.dig("memcached", "version") ? measure : watch
      end

      private

      def look_around
        @live.tell(:step, text: "looking at the machine")
        Host::Keeper.start do |keeper|
          @placement = Placing.choose(@settings.placement, @job, @machine).verified(keeper)
          @survey.facts(keeper).merge(@more)
        end
      end

      def measure
        Measurement.new(@job, @settings, live: @live, clock: @clock, loop: Sighting::With.new(method(:facts))).call
      rescue Trouble => error
        ended({ "reason" => error.message.lines.first.chomp, "try" => error.try }, 3)
      end

      def watch
        sleep(WATCHED_S)
        ended({}, 0)
      end

      def facts = { **@facts, "neighbours" => @neighbours.between(@before, @neighbours.look) }

      # The record of what was not measured, or not to its end: why is part of what is found out.
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
          Header.new(writer, @job, @settings).write(@machine, @placement, nil, {})
        end
      end
    end
  end
end
