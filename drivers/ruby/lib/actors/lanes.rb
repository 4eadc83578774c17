# encoding: utf-8
require "thread"

module CachemarkDriver
  module Actors
    # Runs lists of steps at the same time, over one client: in threads, in fibers, or in processes that were
    # forked when the connection was open. Each way takes the lists' number and yields a list's number where
    # that list is to run; all have begun before any goes on.
    class Lanes
      class << self
        # The way that a step names; NotOffered for one that this runtime lacks.
        def named(name)
          raise NotOffered.new("calls at once in #{name}", "driver") unless WAYS.include?(name)
          lacks = name == "fibers" && Modes::Fibers.lack(true)
          raise NotOffered.new("fibers that wait for each other", "driver") if lacks
          raise NotOffered.new("a fork of its process", "driver") if FORKS.key?(name) && Modes::Processes.lack(false)
          FORKS.key?(name) ? lambda { |count, &run| fork(count, FORKS[name], &run) } : method(name)
        end

        private

        def threads(count)
          ready = Queue.new
          go = Queue.new
          threads = Array.new(count) do |lane|
            Thread.new do
              ready << lane
              go.pop
              yield lane
            end
          end
          count.times { ready.pop }
          count.times { go << true }
          threads.each { |thread| thread.join }
        end

        def fibers(count)
          Thread.new do
            Fiber.set_scheduler(Modes::Scheduler.new)
            count.times { |lane| Fiber.schedule { yield lane } }
          end.join
        end

        # The first list runs here, each other one in a child; `order` says when.
        def fork(count, order)
          gate, opened = IO.pipe
          children = (1...count).map { |lane| child(gate, opened) { yield lane } }
          acts = {:children => lambda { [gate, opened].each { |pipe| pipe.close } }, :parent => lambda { yield 0 },
                  :wait => lambda { children.each { |pid| Process.wait(pid) } }}
          order.each { |act| acts[act].call }
        end

        def child(gate, opened)
          Process.fork do
            opened.close
            gate.read
            yield
            exit!(0)
          end
        end
      end

      FORKS = {"fork" => [:children, :parent, :wait], "fork-child-first" => [:children, :wait, :parent],
               "fork-parent-first" => [:parent, :children, :wait]}.freeze
      WAYS = (%w(threads fibers) + FORKS.keys).freeze
    end
  end
end
