# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    # A lock between processes on a file in the cache. The kernel drops it with the process,
    # so a crash leaves none behind.
    module Latch
      # Waits for the lock, then runs the block alone (among all cachemarks on this cache).
      #
      #: (String) { () -> Object } -> Object
      def self.hold(path)
        file = open(path)
        file.flock(::File::LOCK_EX)
        yield
      ensure
        file&.close
      end

      # Takes a shared lock that lasts until the returned file is closed.
      #
      #: (String) -> File
      def self.share(path) = open(path).tap { |file| file.flock(::File::LOCK_SH) }

      # Runs the block alone, or returns false at once where anyone else holds the lock.
      #
      #: (String) { () -> Object } -> (Object | false)
      def self.try(path)
        file = open(path)
        file.flock(::File::LOCK_EX | ::File::LOCK_NB) && yield
      ensure
        file&.close
      end

      def self.open(path)
        FileUtils.mkdir_p(::File.dirname(path))
        ::File.open(path, ::File::RDWR | ::File::CREAT, 0o644)
      end
      private_class_method :open
    end
  end
end
