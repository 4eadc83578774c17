# frozen_string_literal: true

module Cachemark
  module Lab
    # Shows whether options of contenders change anything. For each option, fresh processes with the value and with the default
    # make the same calls, and `option_look` lines of the record keep what was seen. Nothing is timed.
    #
    # Two processes of one configuration may differ, too. So each has a second process where the first ones differ.
    class OptionLook
      # Processes of a configuration. How many may fail before a configuration is given up.
      PASSES = 2
      MOST_FAILURES = 2
      private_constant :PASSES, :MOST_FAILURES

      # `probes` are the scenarios of the calls. With `brief`, there is no second process if the difference cannot be chance.
      #: (Engine, Array[Catalog::Scenario], ?brief: bool) -> void
      def initialize(engine, probes, brief: false)
        @engine = engine
        @probes = probes
        @brief = brief
        @passes = Hash.new(0)
        @failed = {}
      end

      # Why no option can be looked at here, as [reason, try]; nil if it can.
      #: () -> [String, String]?
      def lacking
        instrument = Instruments::Sockets
        missing = instrument::PROGRAMS.find { |program| @engine.keeper.which(program).nil? } or return
        ["there is no #{missing} here", "install the Debian package #{instrument::PACKAGE}"]
      end

      # Examines an option.
      #: (Plan::OptionTrial) -> void
      def call(trial)
        return if @engine.stop.requested?

        @engine.writer.add("option", trial.facts)
        @engine.live.notify(:step, text: "options: #{trial.contender.id}, #{trial.option}=#{trial.value}")
        sides = [trial.with_default, trial.with_value]
        return unless sides.all? { |contender| passes(contender, 1) }

        effects = effects(trial)
        sides.all? { |contender| passes(contender, PASSES) } if @brief ? effects.any? && effects.none?(&:steady?) : effects.any?
      end

      private

      def effects(trial)
        rows = Stats::OptionEffects.of(@engine.writer.record).rows
        rows.find { |row| row.of?(trial.facts) }.effects
      end

      # Whether there are as many passes of a configuration.
      def passes(contender, count)
        name = Plan::OptionTrial.name(contender)
        pass(contender, name) while @passes[name] < count && !@failed[name] && !@engine.stop.requested?
        @passes[name] >= count
      end

      def pass(contender, name)
        reason = nil
        MOST_FAILURES.times do |attempt|
          return if @engine.stop.requested?

          seen, reason = Pass.new(@engine, contender, cells(contender), "#{name} #{@passes[name] + 1}.#{attempt}").call
          return keep(name, seen) if seen
        end
        @failed[name] = true
        @engine.writer.add("event", kind: "option_unseen", configuration: name, message: reason, at_s: @engine.clock.call)
      end

      def keep(name, seen)
        @passes[name] += 1
        @engine.writer.add("option_look", configuration: name, pass: @passes[name], seen: seen)
      end

      # The calls of a contender, as cells.
      def cells(contender)
        own = @probes.select { |probe| contender.client.kinds.include?(probe.kind) }
        own.map do |probe|
          Plan::Cell.new(id: "#{contender.id} #{probe.id}", contender: contender, scenario: probe, label: probe.label,
                         mode: Vocabulary::Mode::SYNC.to_s, section: contender.id)
        end
      end
    end
  end
end
