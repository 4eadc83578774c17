# frozen_string_literal: true

require "fileutils"
require "json"

module Cachemark
  module Lab
    class Replicas
      # One Cachemark on another host, as it looks from here.
      class Replica
        # A host has something to say within this many seconds.
        QUIET_S = 15
        # The most characters of an error that are shown.
        SHOWN = 100
        private_constant :QUIET_S, :SHOWN

        # String or nil: the id of its job. Integer: its complete pairs or blocks, and the A/A pairs among them. Record or nil:
        # the beginning of its record, which says what it measures. String or nil: why it is given up.
        attr_reader :job, :done, :noise, :head, :failure

        # `counted` is the name of the lines that show its progress. It reads a message within `patience_s`.
        #: (Launch, Host::Child, IO, IO, String, folder: String, clock: #call, counted: String, rendezvous: Rendezvous?, patience_s: Numeric) -> void
        def initialize(launch, child, input, output, log, folder:, clock:, counted:, rendezvous:, patience_s:)
          @host, @child, @input, @log, @folder, @clock = launch.host, child, input, log, folder, clock
          @patience_s = patience_s
          @counted = counted
          @rendezvous = rendezvous
          @done = @noise = 0
          @seen_s = clock.call
          @news = Queue.new
          @reader = Thread.new { read(output.binmode) }
          @reader.report_on_exception = false
        end

        # The name of its host, if that is known. Several replicas on a host have the names of their records.
        def name = @file ? File.basename(@file.path, ".jsonl") : @name || @host || "a host"

        # Whether more can arrive.
        def running? = @reader.alive?

        # Whether its record has begun.
        def begun? = !@file.nil?

        # Seconds since it was last heard of.
        def silent_s = @clock.call - @seen_s

        # String: what it does.
        def state
          return @complete ? "complete" : "ended early" unless running?
          return "starting" unless begun?
          return "waiting" if @rendezvous&.waiting?(self)

          silent_s > QUIET_S ? "silent for #{silent_s.round} s" : "measuring"
        end

        # Array[String]: what has happened since the last call.
        def news
          found = []
          found << @news.pop until @news.empty?
          ended = !running? && !@told
          @told = true unless running?
          ended ? [*found, "#{name}: #{state}, #{@done} #{COUNTED.fetch(@counted)}"] : found
        end

        # Sends it a message. Nothing happens if it is gone. If it does not read, it is given up, because the others wait for it.
        #: (Hash[Symbol, Object]) -> void
        def tell(message)
          rest = "#{JSON.generate(message)}\n".b
          until rest.empty? || @failure
            return give_up("it read nothing for #{@patience_s} s") unless @input.wait_writable(@patience_s)

            written = @input.write_nonblock(rest, exception: false)
            rest = rest.byteslice(written..) if written.is_a?(Integer)
          end
        rescue SystemCallError, IOError
          nil
        end

        # Says why its measurements end here. The first reason counts.
        #: (String) -> void
        def give_up(reason) = @failure ||= reason

        # Closes its input, which ends it.
        def ask_to_end = (@input.close unless @input.closed?)

        # Ends it within N seconds.
        #: (Numeric) -> void
        def stop(grace_s)
          ask_to_end
          @child.stop(grace_s: grace_s)
          @reader.join(1) || @reader.kill
          @file&.close
          FileUtils.rm_f(@file.path) if @file && @lines.nil? # its first line is cut short
        rescue SystemCallError => error
          give_up(reason(error))
        end

        # Why it has no record; nil if it has one.
        def complaint
          return if @file && !@failure

          "#{name}: #{@failure || File.readlines(@log).grep(/\S/).last(2).map(&:strip).join(" ")}"
        end

        private

        # An error costs only this host. The rest of its output is read, so that it can end.
        def read(output)
          output.each_line { |line| take(line) unless @failure }
        rescue StandardError => error
          give_up(reason(error))
          IO.copy_stream(output, File::NULL)
        end

        def reason(error)
          text = error.message.scrub("?").sub(/ @ .*/, "").lines.first.to_s.chomp[0, SHOWN]
          error.is_a?(SystemCallError) ? "its record cannot be written: #{text}" : "its output cannot be read: #{text}"
        end

        # Lines that a login prints are ignored. Most others are not parsed, because there may be many.
        def take(line)
          @seen_s = @clock.call
          arrived_ns = Clock.now_ns
          type, of = line.match(/\A\{"type":"(\w+)"(?:,"of":"(\w+)")?/)&.captures
          return unless type
          return give_up("it sent a line that is cut short") unless line.end_with?("}\n")

          case type
          when "replica" then introduce(JSON.parse(line))
          when "meeting", "clock" then @rendezvous&.receive(self, JSON.parse(line), arrived_ns)
          else keep(line, type, of)
          end
        end

        def introduce(facts)
          @job = facts["job"]
          @name = facts["name"] || @host || facts["host"]
          @news << "#{@name}: started"
        end

        def keep(line, type, of)
          @file ||= open_file
          @file.write(line)
          note_head(line, type) unless @head
          @complete = true if type == "end" && line.include?('"complete"')
          return unless @counted == (of || type)

          @done += 1
          @noise += 1 if line.include?('"comparisons":["n')
        end

        def note_head(line, type)
          lines = (@lines ||= [])
          return lines << JSON.parse(line) if Record::Kinds::HEAD.key?(type)

          @head = Record.from_lines(lines) unless Record::Kinds::ENDING.key?(type)
        end

        # A host may have several replicas.
        def open_file
          (1..).each do |number|
            path = File.join(@folder, "#{name}#{"##{number}" if number > 1}.jsonl")
            return File.open(path, File::WRONLY | File::CREAT | File::EXCL).tap { |file| file.sync = true }
          rescue Errno::EEXIST
            next
          end
        end
      end
    end
  end
end
