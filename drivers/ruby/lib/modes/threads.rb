# encoding: utf-8
module CachemarkDriver
  module Modes
    # A thread for each worker, for as long as the cell is open, because clients may keep things by thread.
    class Threads
      # Why this runtime has no such mode, or nil.
      def self.lack(_shared) nil end

      def initialize(workers)
        @workers = workers
        @servants = Array.new(workers.size) { |at| Servant.new(workers.make(at)) }
        @threads = start(@servants)
      end

      def each(message, *arguments)
        @servants.map do |servant|
          servant.ask(message, *arguments)
          Servant.answers([servant]).first
        end
      end

      def at_once(message, *arguments)
        @servants.each { |servant| servant.ask(message, *arguments) }
        Servant.answers(@servants)
      end

      def race(message, jobs, calls, watch)
        gate = gate(calls)
        outcomes = Array.new(@servants.size)
        answers, seen = Watch.over(watch) do
          @servants.zip(jobs) { |servant, job| servant.ask(message, gate, *job) }
          Servant.answers(@servants, outcomes)
        end
        Race.new(gate.start, gate.meter, seen, answers)
      end

      def close
        @servants.each { |servant| servant.dismiss }
        @threads.each { |thread| thread.join }
        @workers.close
      end

      private

      def start(servants)
        servants.map { |servant| Thread.new { servant.serve } }
      end

      def gate(calls)
        Gate.new(@workers.size, calls)
      end
    end
  end
end
