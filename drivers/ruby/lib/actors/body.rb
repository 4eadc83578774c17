# encoding: utf-8
module CachemarkDriver
  module Actors
    # What a process holds: what grows here call after call is leaked.
    module Body
      # descriptors and threads: counts; memory_bytes: resident, or what is alive on a heap that takes from the system ahead of
      # its needs (JRuby's); nil where the system does not tell.
      def self.look
        GC.start
        {"pairs" => [["descriptors", descriptors], ["threads", Thread.list.size], ["memory_bytes", memory]]}
      end

      def self.descriptors
        Dir.entries("/proc/self/fd").size - 3 # itself, "." and ".."
      rescue SystemCallError
        nil
      end

      def self.memory
        return heap if defined?(JRUBY_VERSION)
        File.read("/proc/self/statm").split[1].to_i * 4096
      rescue SystemCallError
        nil
      end

      # GC.start does nothing there.
      def self.heap
        Java::JavaLang::System.gc
        runtime = Java::JavaLang::Runtime.getRuntime
        runtime.totalMemory - runtime.freeMemory
      end
      private_class_method :descriptors, :memory, :heap
    end
  end
end
