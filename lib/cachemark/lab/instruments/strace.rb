# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts the system calls by which a client sends and receives, with strace. Only calls on sockets that succeed count: a
      # read that finds nothing because the reply is still on its way is not the client's work.
      #
      # The runtime reports what the client allocates in the same process: strace slows it down at each system call, so the
      # reply is there when the client reads. A client that reads twice would allocate more. For that, strace is on another
      # core than the client and the server.
      class Strace < Base
        METRICS = %w[writes reads allocated_bytes allocations].freeze
        PROGRAMS = %w[strace].freeze
        PACKAGE = "strace"
        SLOWDOWN = 5
        CALLS = 200
        WINDOWS = 2
        WATCH = %w[allocated_bytes].freeze
        SHARED = true
        SENT_AND_RECEIVED = { "writes" => %w[write writev sendto sendmsg sendmmsg],
                              "reads" => %w[read readv recvfrom recvmsg recvmmsg] }.freeze
        # A line has the process, and a call with its descriptor. A call that others interrupt has its end in a later line.
        LINE = /\A(?<pid>\d+) +(?:(?<call>\w+)\(\d+<(?<file>[^>]*)|<\.\.\. (?<resumed>\w+) resumed>)/
        SOCKET = /\A(?:TCP|UNIX|socket)/
        SUCCESS = / = \d+/
        UNFINISHED = "<unfinished ...>"
        private_constant :SENT_AND_RECEIVED, :LINE, :SOCKET, :SUCCESS, :UNFINISHED

        #: (Host::Keeper) -> void
        def initialize(keeper)
          super
          @path = File.join(keeper.folder("cachemark-strace"), "calls")
        end

        # strace is no parent of the driver, which so keeps its pid.
        def argv(language)
          ["strace", "-D", "-f", "-q", "-y", *form, "-e", "trace=#{traced.join(",")}", "-e", "signal=none", "-o", @path,
           *language.counting.flat_map { |pair| ["-E", pair.join("=")] }]
        end

        # A number for each metric that the driver can report. strace writes a line before the call returns to the process.
        #: (Integer) { () -> Hash[String, Object] } -> Hash[String, Integer]
        def count(_pid)
          before = File.size(@path)
          reported = yield.slice(*Stats::Counts::ALLOCATED).compact
          succeeded = calls(File.binread(@path, nil, before))
          { **SENT_AND_RECEIVED.transform_values { |names| succeeded.count { |call| names.include?(call) } }, **reported }
        end

        private

        # The names of the calls in the log, and how strace writes them.
        def traced = SENT_AND_RECEIVED.values.flatten
        def form = ["-s", "0"]

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
