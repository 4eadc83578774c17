# encoding: utf-8
require "thread"

module CachemarkDriver
  module Actors
    # What an actor does in its own process: connects a client, makes the calls that it is told to, one step
    # after the other, and tells of each what it returned or raised, at once, so that a process that dies has
    # told all that came before.
    class Part
      # message: the `enter` request; tell: called with each event (Hash).
      def initialize(adapter, message, tell)
        @adapter = adapter
        @tell = tell
        @client = adapter.connect(message["servers"], message["options"] || {})
        bound = adapter.bind(@client)
        @bound = bound.keys
        @clients = bound.values
        @scenario = message["scenario"]
        @prefix = message["prefix"] || ""
        @lock = Mutex.new
        @written = {}
        @programs = Hash.new { |lanes, lane| lanes[lane] = {} }
      end

      # Makes the steps (Array of Hash), in order.
      def play(steps, place = {})
        steps.each_with_index { |step, at| make(step, place.merge("step" => at)) }
      end

      # NotOffered for a step whose call the client, or whose way of being interrupted this driver, lacks.
      def rehearse(steps)
        steps.each do |step|
          if step["together"]
            Lanes.named(step["together"]["by"])
            step["together"]["lanes"].each { |lane| rehearse(lane) }
          elsif step["op"]
            program(step)
            interrupt(step["interrupt"], {}) if step["interrupt"]
          end
        end
      end

      private

      def make(step, place)
        if step["wait_ms"] then sleep(step["wait_ms"] / 1000.0)
        elsif step["together"] then together(step["together"], place)
        elsif step["look"] then event(place, "ok", "value" => Body.look)
        else call(step, place)
        end
      end

      # What each lane's calls are told as: the step of the list, the lane, and the call's number in it. What the
      # lanes would share is made before they run.
      def together(step, place)
        step["lanes"].each_with_index { |lane, at| lane.each { |one| [program(one, at), written(one)] } }
        Lanes.named(step["by"]).call(step["lanes"].size) do |lane|
          step["lanes"][lane].each_with_index { |one, at| call(one, place.merge("lane" => lane, "sub" => at)) }
        end
      end

      def call(step, place)
        program = program(step, place["lane"])
        strike = step["interrupt"] && interrupt(step["interrupt"], place)
        event(place, "invoke", written(step))
        value = strike ? strike.over { once(program) } : once(program)
        event(place, "ok", {"value" => Told.value(reply(step, value))}.merge(strike ? strike.told : {}))
      rescue SystemExit
        raise
      rescue Exception => error # whatever ends a call is what this is about
        event(place, "raised", {"error" => Told.error(error, injected?(error))}.merge(strike ? strike.told : {}))
      end

      # What ends the call at that place from outside. NotOffered for a way that this runtime lacks.
      def interrupt(message, place)
        return Interrupts.of(message) unless message["by"] == "line"
        raise NotOffered.new("an interrupt by line", "driver") unless LineStrike::OFFERED
        LineStrike.new(@adapter.roots, message) { |line| event(place, "struck", "struck" => line) }
      end

      # What a writing call is given: replies are compared with it, type and all.
      def written(step)
        return {} unless step["value"]
        @written[step.values_at("value", "raw")] ||=
          {"wrote" => Told.value(names.object(step["value"], step["key"], step["raw"] == true))}
      end

      def once(program)
        program.once(*@clients)
        program.replies.first
      end

      # A writing call's own words are kept: what they mean is the adapter's to say.
      def reply(step, value)
        return @adapter.reply(step["op"], value) unless Step.new(step).writes? || step["op"] == "delete"
        @adapter.done?(step["op"], value)
      end

      # A program keeps its last reply, so that calls at the same time need one each.
      def program(step, lane = nil)
        @programs[lane][step] ||= Compiler.new(@adapter, [step], names, nil, @bound).proof
      end

      def names
        Names.new(@scenario, @prefix, false, @adapter.frozen_arguments?)
      end

      def injected?(error)
        error.is_a?(Interrupted) || error.is_a?(LineStrike::Halted) || %w(Timeout::Error Timeout::ExitException).include?(error.class.name)
      end

      def event(place, type, more = {})
        told = place.merge("type" => type, "at_ns" => Clock.now).merge(more)
        @lock.synchronize { @tell.call(told) }
      end
    end
  end
end
