# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Driver
    # The file for a driver's stderr. Several processes may use it, one after the other.
    class Log
      # String: absolute path.
      attr_reader :path

      #: (String) -> void
      def initialize(path)
        @path = path
        @from = ::File.size?(path) || 0
      end

      # Yields the file, opened for appending.
      def open(&) = ::File.open(path, "a", &)

      # Warnings that clients print at every start do not explain why a process ended.
      NOISE = /\bdeprecat|\bwarn(ing)?\b/i
      private_constant :NOISE

      # The last lines that this process wrote, oldest first, without warnings and repetitions.
      #
      #: (?Integer) -> Array[String]
      def tail(count = 3)
        lines = written.scrub("?").lines.map(&:strip).reject { |line| line.empty? || line.match?(NOISE) }
        lines.uniq.last(count).map { |line| line[0, 160] }
      rescue SystemCallError
        []
      end

      private

      def written
        ::File.open(path, "r:UTF-8") do |file|
          file.seek([@from, file.size - 4096].max)
          file.read
        end
      end

      # The logs of a run: a file for each contender, and further files for its processes that run at the same time. The last
      # lines of a process therefore never belong to another.
      class Folder
        #: (String) -> void
        def initialize(path)
          @path = path
          @lock = Mutex.new
          @holders = {}
        end

        # Yields the path of a log that no living driver writes to. The block returns the Session that will write to it.
        #: (String) { (String) -> Session } -> Session
        def reserve(id)
          path = @lock.synchronize { free(id).tap { |log| @holders[log] = Thread.current } }
          session = yield created(path)
        ensure
          @lock.synchronize { @holders[path] = session }
        end

        # Removes the logs of drivers that wrote nothing.
        #: () -> void
        def tidy
          Dir.glob(::File.join(@path, "*.log")).each { |log| ::File.delete(log) if ::File.empty?(log) }
          Dir.rmdir(@path) if Dir.empty?(@path)
        rescue SystemCallError
          nil
        end

        private

        # A plus sign appears in no name of a contender.
        def free(id)
          (1..).each do |number|
            log = ::File.join(@path, "#{name(id)}#{"+#{number}" if number > 1}.log")
            return log unless @holders[log]&.alive?
          end
        end

        # An id that cannot be the name of a file gets a digest, which distinguishes it from similar ids.
        def name(id)
          name = id.gsub(/[^\w.,=@-]/, "_")[0, 120]
          name == id ? name : "#{name}-#{Digest::SHA256.hexdigest(id)[0, 8]}"
        end

        # If the disk is full, a driver can start all the same.
        def created(log)
          FileUtils.mkdir_p(@path)
          FileUtils.touch(log)
          log
        rescue SystemCallError
          ::File::NULL
        end
      end
    end
  end
end
