# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts as Strace does, and keeps how a client sets up its sockets and how long it waits for them.
      class Sockets < Strace
        METRICS = [].freeze
        # A request that is traced takes long.
        SLOWDOWN = 20
        SETUP = %w[connect setsockopt fcntl].freeze
        WAITS = %w[poll ppoll select pselect6].freeze
        private_constant :SETUP, :WAITS

        # The last `count` of writes and allocations.
        #: (Integer) { () -> Hash[String, Object] } -> Hash[String, Integer]
        def count(_pid) = super.except("reads")

        # The size of the log, for `since`.
        #: () -> Integer
        def mark = File.size(@path)

        # The calls of the process on its sockets since a mark.
        #: (Integer) -> SocketCalls
        def since(mark) = SocketCalls.new(File.binread(@path, nil, mark).to_s)

        private

        def traced = [*super, *SETUP, *WAITS]
        # Values of options are bytes, at most 16. The kernel stops the process at the traced calls alone, which is several times
        # faster; a client that waits for late replies works the same.
        def form = ["-s", "16", "-x", "--seccomp-bpf"]

        # The lines of strace about the sockets of a process.
        class SocketCalls
          # The arguments after the socket: the option, and its value as a number, as fields or as bytes.
          SETSOCKOPT = /setsockopt\(\d+<.*?>, \w+, (?<name>\w+), #{Regexp.union(
            /\[(?<number>-?\d+)\]/, /\{(?<fields>[^}]*)\}/, /"(?<bytes>[^"]*)"/
          )}/
          NONBLOCK = /fcntl\(\d+<(?:TCP|UNIX|socket).*?>, F_SETFL, .*O_NONBLOCK/
          CONNECT = /connect\(\d+<(?:TCP|UNIX|socket)/
          # A wait for a socket, and its limit: seconds and nanoseconds or microseconds, or milliseconds.
          WAIT = /\A\d+ +(?:poll|ppoll|select|pselect6)\((?<files>.*?[<:](?:TCP|UNIX|socket).*)/
          PAIR = /\{tv_sec=(\d+), tv_(nsec|usec)=(\d+)\}/
          MILLISECONDS = /\], \d+, (\d+)(?:\)| <unfinished)/
          FRACTIONS = { "nsec" => 1e9, "usec" => 1e6 }.freeze
          # The options whose value is a time.
          TIMES = /\ASO_(?:RCV|SND)TIMEO/
          ESCAPE = /\\(?:x(\h\h)|([0-7]{1,3})|(.))/
          SIGNS = { "n" => 10, "t" => 9, "r" => 13, "f" => 12, "v" => 11, "b" => 8, "a" => 7 }.freeze
          private_constant :SETSOCKOPT, :NONBLOCK, :CONNECT, :WAIT, :PAIR, :MILLISECONDS, :FRACTIONS, :TIMES, :ESCAPE, :SIGNS

          #: (String) -> void
          def initialize(text)
            @lines = text.lines
          end

          # {"TCP_NODELAY" => ["1"], "SO_RCVTIMEO" => ["0.5 s"]}
          #: () -> Hash[String, Array[String]]
          def options
            set = @lines.filter_map { |line| SETSOCKOPT.match(line) }
            found = set.map { |parts| [parts[:name].delete_suffix("_OLD").delete_suffix("_NEW"), value(parts)] }
            found << %w[O_NONBLOCK 1] if @lines.any?(NONBLOCK)
            found.group_by(&:first).transform_values { |pairs| pairs.map(&:last).uniq.sort }
          end

          # The limits of all waits for sockets, in seconds, to two digits: a wait that is continued has a shorter limit.
          #: () -> Array[Float]
          def limits = @lines.filter_map { |line| limit(line) }.uniq.sort

          # The number of attempts to connect.
          #: () -> Integer
          def connects = @lines.count { |line| line.match?(CONNECT) }

          private

          def value(parts)
            return parts[:number] || fields(parts[:fields]) if parts[:number] || parts[:fields]
            return bytes(parts[:bytes]).unpack1("H*") unless parts[:name].match?(TIMES)

            seconds, micros = bytes(parts[:bytes]).unpack("q<2")
            "#{format("%g", seconds.to_i + (micros.to_i / 1e6))} s"
          end

          # "l_onoff=1, l_linger=0", or a time.
          def fields(text)
            seconds, micros = text.match(/\Atv_sec=(\d+), tv_usec=(\d+)\z/)&.captures&.map(&:to_i)
            seconds ? "#{format("%g", seconds + (micros / 1e6))} s" : text
          end

          def bytes(text)
            text.gsub(ESCAPE) { ($1&.hex || $2&.oct || SIGNS.fetch($3) { $3.ord }).chr }.b
          end

          def limit(line)
            files = line[WAIT, :files] or return
            if (pair = files.match(PAIR)) then digits(pair[1].to_i + (pair[3].to_i / FRACTIONS.fetch(pair[2])))
            elsif (milliseconds = files[MILLISECONDS, 1]) then digits(milliseconds.to_i / 1e3)
            end
          end

          def digits(seconds) = format("%.2g", seconds).to_f
        end
      end
    end
  end
end
