# frozen_string_literal: true

module Cachemark
  module Lab
    # Shows whether options of contenders change anything. For each option, fresh processes with the value and with the default
    # make the same calls, and `option_look` lines of the record keep what was seen. Nothing is timed.
    #
    # Two processes of one configuration may differ, too, so that each has several. Most of the time, a process waits for a
    # server that does not reply. So several work at the same time.
    class OptionLook
      # Processes of a configuration. How many may fail before a configuration is given up.
      PASSES = 2
      MOST_FAILURES = 2
      # Processes at the same time.
      AT_ONCE = 8
      private_constant :PASSES, :MOST_FAILURES, :AT_ONCE

      # `probes` are the scenarios of the calls.
      #: (Engine, Array[Catalog::Scenario]) -> void
      def initialize(engine, probes)
        @engine = engine
        @probes = probes
      end

      # Why no option can be looked at here, as [reason, try]; nil if it can.
      #: () -> [String, String]?
      def lacking
        instrument = Instruments::Sockets
        missing = instrument::PROGRAMS.find { |program| @engine.keeper.which(program).nil? } or return
        ["there is no #{missing} here", "install the Debian package #{instrument::PACKAGE}"]
      end

      # Examines options. No process begins once the block is false.
      #: (Array[Plan::OptionTrial]) { () -> bool } -> void
      def call(trials, &wanted)
        trials.each { |trial| @engine.writer.add("option", trial.facts) }
        queue = processes(trials).each_with_object(Queue.new) { |one, all| all << one }.close
        results = Lab.side_by_side([*1..AT_ONCE]) { work_off(queue, &wanted) }.flatten(1)
        results.each { |name, pass, seen, reason| keep(name, pass, seen, reason) }
      end

      private

      # [[configuration, number of its process, the option that is examined], ...]
      def processes(trials)
        sides = trials.flat_map { |one| [[one.with_default, "defaults"], [one.with_value, "#{one.option}=#{one.value}"]] }
        sides = sides.uniq { |configuration, _| configuration.name }
        (1..PASSES).flat_map { |pass| sides.map { |configuration, option| [configuration, pass, option] } }
      end

      # [[name of the configuration, number of the process, what was seen, or why nothing was], ...]
      def work_off(queue)
        results = []
        while !@engine.stop.requested? && yield && (configuration, pass, option = queue.pop)
          again = ", again" if pass > 1
          @engine.live.notify(:step, text: "options: #{configuration.contender.id}, #{option}#{again}")
          results << [configuration.name, pass, *look(configuration, pass)]
        end
        results
      end

      def look(configuration, pass)
        seen = reason = nil
        MOST_FAILURES.times do |attempt|
          break if seen || @engine.stop.requested?

          name = "#{configuration.name} #{pass}.#{attempt}"
          seen, reason = Pass.new(@engine, configuration, cells(configuration), name).call
        end
        [seen, reason]
      end

      def keep(name, pass, seen, reason)
        return @engine.writer.add("option_look", configuration: name, pass: pass, seen: seen) if seen
        return unless reason

        @engine.writer.add("event", kind: "option_unseen", configuration: name, message: reason, at_s: @engine.clock.call)
      end

      # The calls of a contender, as cells.
      def cells(configuration)
        contender = configuration.contender
        own = @probes.select { |probe| contender.client.kinds.include?(probe.kind) }
        own.map do |probe|
          Plan::Cell.new(id: "#{contender.id} #{probe.id}", contender: contender, scenario: probe, label: probe.label,
                         mode: configuration.mode, section: contender.id)
        end
      end
    end
  end
end
