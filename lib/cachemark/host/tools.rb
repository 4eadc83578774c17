# frozen_string_literal: true

require "rbconfig"

module Cachemark
  module Host
    # The programs, headers and disk space for measuring and building clients.
    class Tools
      # These build clients that are written in C; the headers are those that gems of the catalogue need.
      PROGRAMS = %w[cc c++ make git].freeze
      HEADERS = %w[stdlib.h sasl/sasl.h zlib.h].freeze
      FOLDERS = %w[usr/include usr/include/*-linux-* usr/local/include opt/homebrew/include].freeze
      RUBY = ::File.join(RbConfig::CONFIG["rubyhdrdir"].to_s, "ruby.h").freeze

      # `which` returns a program's path or nil; `ask` the output of a command.
      #: (which: #call, ask: #call, ?root: String, ?ruby_header: String) -> void
      def initialize(which:, ask:, root: "/", ruby_header: RUBY)
        @which = which
        @ask = ask
        @root = root
        @ruby_header = ruby_header
      end

      # String: "1.6.18"; "" if it does not report its version; nil if there is none.
      #: () -> String?
      def memcached
        @which.call("memcached") && @ask.call(%w[memcached -V]).to_s[/\d+(?:\.\w+)+/].to_s
      end

      # Array[String]: missing programs and headers.
      #: () -> Array[String]
      def missing
        [*PROGRAMS.reject { |program| @which.call(program) }, *("ruby.h" unless ::File.exist?(@ruby_header)),
         *HEADERS.reject { |header| header?(header) }]
      end

      # The space for a folder, which need not exist yet: {"free_bytes" => Integer or nil if df does not report it,
      # "writable" => bool}
      #: (String) -> Hash[String, Object]
      def disk(folder)
        existing = existing(folder)
        { "free_bytes" => free_bytes(@ask.call(["df", "-Pk", existing])), "writable" => ::File.writable?(existing) }
      end

      private

      def header?(name) = Dir.glob(FOLDERS.map { |folder| ::File.join(folder, name) }, base: @root).any?

      # The folder, or the nearest above it that exists.
      def existing(folder) = ::File.exist?(folder) ? folder : existing(::File.dirname(folder))

      # According to POSIX, `df -Pk` prints a line for each file system; the fourth column is the free space.
      def free_bytes(text)
        kilobytes = text.to_s.lines.last.to_s[/\s\d+\s+\d+\s+(\d+)\s+\d+%\s/, 1]
        kilobytes && (kilobytes.to_i * 1024)
      end

      # Runs short commands for their output. A command that hangs is ended.
      class Ask
        WITHIN_S = 5
        # Longer than the output of any of them.
        MOST_BYTES = 1 << 16

        #: (Keeper, ?within_s: Numeric) -> void
        def initialize(keeper, within_s: WITHIN_S)
          @keeper = keeper
          @within_s = within_s
        end

        # Output and error stream, whatever the exit code; nil if a command cannot be run or does not end.
        #: (Array[String]) -> String?
        def call(argv)
          reader, writer = IO.pipe
          child = @keeper.spawn(argv, env: { "LC_ALL" => "C" }, out: writer, err: writer)
          writer.close
          ended = child.wait(@within_s)
          child.kill("KILL") unless ended
          printed(reader) if ended
        rescue Keeper::NotStarted
          nil
        ensure
          [reader, writer].each(&:close)
        end

        private

        # A process that the command started may still hold the pipe open.
        def printed(reader)
          reader.read_nonblock(MOST_BYTES).force_encoding("UTF-8").scrub("?")
        rescue EOFError, IO::WaitReadable
          ""
        end
      end
    end
  end
end
