# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    # A lock between processes, on a file in the cache. The kernel drops it with the process, so a crash leaves no lock
    # behind.
    module Latch
      # Waits for the lock, then runs the block alone (among all cachemarks on this cache).
      #
      #: (String) { () -> Object } -> Object
      def self.hold(path)
        file = open(path)
        file.flock(File::LOCK_EX)
        yield
      ensure
        file&.close
      end

      # Takes a shared lock that lasts until the returned file is closed.
      #
      #: (String) -> File
      def self.share(path) = open(path).tap { |file| file.flock(File::LOCK_SH) }

      # Runs the block alone, or returns false at once where anyone else holds the lock.
      #
      #: (String) { () -> Object } -> (Object | false)
      def self.try(path)
        file = open(path)
        file.flock(File::LOCK_EX | File::LOCK_NB) && yield
      ensure
        file&.close
      end

      # Marks the cache as in use, until the returned file is closed or the process ends. Any number of runs may use it.
      #
      #: (String) -> File
      def self.use(cache) = share(in_use(cache))

      # Runs the block while no run uses the cache. Raises Trouble where one does.
      #
      #: (String) { () -> Object } -> Object
      def self.unused(cache)
        outcome = nil
        free = try(in_use(cache)) { outcome = [yield] }
        return outcome.first if free

        raise Trouble.new("a run is using the cache, so nothing was removed", try: "repeat this when the run has ended")
      end

      def self.in_use(cache) = File.join(cache, "locks", "in-use.lock")

      def self.open(path)
        FileUtils.mkdir_p(File.dirname(path))
        File.open(path, File::RDWR | File::CREAT, 0o644)
      end
      private_class_method :in_use, :open
    end
  end
end
