# frozen_string_literal: true

require "digest"
require "fileutils"
require "io/wait"

module Cachemark
  # Starts a driver, speaks protocol/ with it, and enforces deadlines. A driver is any program. A failure of the driver costs
  # its cells, never the run.
  module Driver
    # The version of the protocol (protocol/spec.md).
    PROTOCOL = 2

    # Raised if a request to a driver gets no proper reply.
    class Failure < Trouble; end

    # Raised if the driver that failed is gone.
    class Lost < Failure; end

    # Raised if a driver's process ends before its reply.
    class Crash < Lost; end

    # Raised if a reply does not arrive in time; the driver has been killed.
    class Hang < Lost; end

    # Raised if a driver breaks the protocol; it has been killed.
    class Garbage < Lost; end

    # Raised if a driver replies that it failed. It lives on.
    class Refused < Failure
      # Where an adapter is in a backtrace.
      ADAPTER = %r{drivers/\w+/adapters/[^/:]+:\d+}
      # Where a library is in a backtrace.
      LIBRARY = %r{/gems/([^/]+-\d[^/]*/[^:]+:\d+)}
      private_constant :ADAPTER, :LIBRARY

      # Hash: the `failed` message.
      attr_reader :reply

      #: (Hash[String, Object]) -> void
      def initialize(reply)
        @reply = reply
        super(["#{reply["class"]}: #{reply["message"].to_s.strip.lines.first.to_s.chomp}", place].compact.join(" "))
      end

      private

      # The deepest line of an adapter, whose author can correct it; else the deepest ones of two libraries.
      def place
        lines = reply["backtrace"] || []
        adapter = lines.filter_map { |line| line[ADAPTER] }.first
        libraries = lines.filter_map { |line| line[LIBRARY, 1] }.uniq { |line| line[%r{[^/]+}] }
        found = adapter || libraries.first(2).join(" from ")
        "(#{found})" unless found.empty?
      end
    end

    # Lines to and from a driver over two pipes. Every wait has a deadline.
    class Wire
      CHUNK_BYTES = 262_144
      # Larger than any reply: 4 million latencies are 21 MB.
      LIMIT_BYTES = 256 * 1024 * 1024

      # Raised if a deadline passes.
      class Late < StandardError; end

      # Raised if the other end is gone.
      class Ended < StandardError; end

      # Raised if a line is endless.
      class Endless < StandardError; end

      #: (IO, IO) -> void
      def initialize(input, output)
        @input = input
        @output = output
        @buffer = String.new # binary
      end

      # Writes a line. Raises Late, Ended.
      #
      #: (String, deadline_s: Numeric) -> void
      def write(line, deadline_s:)
        rest = "#{line}\n"
        finish = Clock.now_s + deadline_s
        until rest.empty?
          sent = @input.write_nonblock(rest, exception: false)
          sent == :wait_writable ? wait(finish) { |left| @input.wait_writable(left) } : rest = rest.byteslice(sent..)
        end
      rescue Errno::EPIPE, IOError
        raise Ended
      end

      # The next line, without its end. Raises Late, Ended, Endless.
      #
      #: (deadline_s: Numeric) -> String
      def read(deadline_s:)
        finish = Clock.now_s + deadline_s
        searched = 0
        until (stop = @buffer.index("\n", searched))
          searched = @buffer.length
          raise Endless if searched > LIMIT_BYTES

          wait(finish) { |left| @output.wait_readable(left) }
          @buffer << @output.readpartial(CHUNK_BYTES)
        end
        @buffer.slice!(0..stop).chomp.force_encoding(Encoding::UTF_8)
      rescue IOError
        raise Ended
      end

      # The part of a line that has arrived so far.
      #: () -> String
      def unfinished = @buffer.dup

      # Closes the driver's input; a driver ends when its input does.
      def close_input = @input.close

      def close
        @input.close
        @output.close
      end

      private

      def wait(finish)
        left = finish - Clock.now_s
        raise Late if left <= 0 || !yield(left)
      end
    end

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

        # Yields the path of a log that no living driver writes to. The block returns the driver that will write to it.
        #: (String) { (String) -> Planned } -> Planned
        def reserve(id)
          path = @lock.synchronize { free(id).tap { |log| @holders[log] = Thread.current } }
          driver = yield created(path)
        ensure
          @lock.synchronize { @holders[path] = driver }
        end

        # Removes the logs of drivers that wrote nothing.
        def tidy
          Paths.matching(@path, "*.log").each { |log| ::File.delete(log) if ::File.empty?(log) }
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
