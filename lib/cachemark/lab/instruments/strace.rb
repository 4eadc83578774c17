# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts the system calls by which a client sends and receives, with strace. Only calls on sockets that succeed count: a
      # read that finds nothing because the reply is still on its way is not the client's work.
      class Strace
        METRICS = %w[writes reads].freeze
        PROGRAMS = %w[strace].freeze
        PACKAGE = "strace"
        SLOWDOWN = 5
        WATCH = [].freeze
        NATIVE = false
        SHARED = true
        CALLS = { "writes" => %w[write writev sendto sendmsg sendmmsg],
                  "reads" => %w[read readv recvfrom recvmsg recvmmsg] }.freeze
        # A line has the process, and a call with its descriptor. A call that others interrupt has its end in a later line.
        LINE = /\A(?<pid>\d+) +(?:(?<call>\w+)\(\d+<(?<file>[^>]*)|<\.\.\. (?<resumed>\w+) resumed>)/
        SOCKET = /\A(?:TCP|UNIX|socket)/
        SUCCESS = / = \d+/
        UNFINISHED = "<unfinished ...>"
        private_constant :CALLS, :LINE, :SOCKET, :SUCCESS, :UNFINISHED

        #: (Host::Keeper) -> void
        def initialize(keeper)
          @path = File.join(keeper.folder("cachemark-strace"), "calls")
        end

        # strace is no parent of the driver, which so keeps its pid.
        #: (Vocabulary::Language) -> Array[String]
        def argv(_language)
          ["strace", "-D", "-f", "-q", "-y", "-s", "0", "-e", "trace=#{CALLS.values.flatten.join(",")}", "-e", "signal=none",
           "-o", @path]
        end

        # {"writes" => Integer, "reads" => Integer}. strace writes a line before the call returns to the process.
        #: (Integer) { () -> void } -> Hash[String, Integer]
        def count(_pid)
          before = File.size(@path)
          yield
          succeeded = calls(File.binread(@path, nil, before))
          CALLS.transform_values { |names| succeeded.count { |call| names.include?(call) } }
        end

        private

        # The names of successful calls on sockets.
        def calls(text)
          waiting = {}
          text.to_s.lines.filter_map do |line|
            parts = LINE.match(line) or next
            next waiting.delete(parts[:pid]) && successful(line, parts[:resumed]) if parts[:resumed] && waiting[parts[:pid]]
            next unless parts[:file]&.match?(SOCKET)

            line.include?(UNFINISHED) ? (waiting[parts[:pid]] = true) && nil : successful(line, parts[:call])
          end
        end

        def successful(line, call) = (call if line.match?(SUCCESS))
      end
    end
  end
end
