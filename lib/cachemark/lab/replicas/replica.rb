# frozen_string_literal: true

require "json"

module Cachemark
  module Lab
    class Replicas
      # One Cachemark on another host, as it looks from here.
      class Replica
        # A host has something to say within this many seconds.
        QUIET_S = 15
        private_constant :QUIET_S

        # The lines of a record before its first proof.
        HEAD = %w[run environment cell position comparison process].freeze
        private_constant :HEAD

        # String or nil: the id of its job. Integer: its complete pairs or blocks, and the A/A pairs among them. Record or nil:
        # the beginning of its record, which says what it measures.
        attr_reader :job, :done, :noise, :head

        # `counted` is the type of the lines that show its progress.
        #: (Launch, Host::Child, IO, IO, String, folder: String, clock: #call, counted: String, rendezvous: Rendezvous?) -> void
        def initialize(launch, child, input, output, log, folder:, clock:, counted:, rendezvous:)
          @host, @child, @input, @log, @folder, @clock = launch.host, child, input, log, folder, clock
          @counted = counted
          @rendezvous = rendezvous
          @done = @noise = 0
          @seen_s = clock.call
          @news = Queue.new
          @reader = Thread.new { output.each_line { |line| take(line) } }
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

        # Sends it a message. Nothing happens if it is gone.
        #: (Hash[Symbol, Object]) -> void
        def tell(message)
          @input.write("#{JSON.generate(message)}\n")
        rescue SystemCallError, IOError
          nil
        end

        # Closes its input, which ends it.
        def ask_to_end = (@input.close unless @input.closed?)

        # Ends it within N seconds.
        #: (Numeric) -> void
        def stop(grace_s)
          ask_to_end
          @child.stop(grace_s: grace_s)
          @reader.join(1) || @reader.kill
          @file&.close
        end

        # Why it has no record; nil if it has one.
        def complaint
          "#{name}: #{File.readlines(@log).grep(/\S/).last(2).map(&:strip).join(" ")}" unless @file
        end

        private

        def take(line)
          @seen_s = @clock.call
          arrived_ns = Clock.now_ns
          case line[/\A\{"type":"(\w+)"/, 1]
          when nil then nil
          when "replica" then introduce(JSON.parse(line))
          when "meeting", "clock" then @rendezvous&.receive(self, JSON.parse(line), arrived_ns)
          else keep(line)
          end
        end

        def introduce(facts)
          @job = facts["job"]
          @name = facts["name"] || @host || facts["host"]
          @news << "#{@name}: started"
        end

        def keep(line)
          @file ||= open_file
          @file.write(line)
          note_head(line) unless @head
          @complete = true if line.start_with?('{"type":"end"') && line.include?('"complete"')
          return unless line.start_with?(%({"type":"#{@counted}"))

          @done += 1
          @noise += 1 if line.include?('"comparisons":["n')
        end

        def note_head(line)
          lines = (@lines ||= [])
          return lines << JSON.parse(line) if HEAD.include?(line[/\A\{"type":"(\w+)"/, 1])

          @head = Record.from_lines(lines)
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
