# frozen_string_literal: true

require "json"
require "tmpdir"

module Cachemark
  # The loops of all commands that drive contenders. A loop asks Plan what comes next, lets the engine (lab/engine) do it,
  # and records the result.
  module Lab
    # Runs the block for each item at the same time, and returns the values. If one raises, it ends the others and raises the
    # error here.
    #: (Array[Object]) { (Object) -> Object } -> Array[Object]
    def self.side_by_side(items)
      threads = items.map { |item| Thread.new { yield item } }
      threads.each { |thread| thread.report_on_exception = false }
      threads.map(&:value)
    ensure
      end_all(threads || [])
    end

    # A text of several lines as one, for a record or a warning.
    #: (String) -> String
    def self.in_one_line(text) = text.lines.map(&:strip).join("; ")

    # Ends threads, including those that have already ended or failed. An error that is not a StandardError is raised once all
    # have ended.
    #: (Array[Thread]) -> void
    def self.end_all(threads)
      threads.each(&:kill)
      failure = threads.filter_map { |thread| failure(thread) }.first
      raise failure if failure
    end

    def self.failure(thread)
      thread.join
      nil
    rescue StandardError # it is raised where its value is asked for
      nil
    rescue Exception => error
      error
    end
    private_class_method :failure

    # The settings of a measurement other than its task: where files are kept, and on which servers and cores it runs.
    #
    # - `options` are the command's, by name. `suite` goes into the record.
    # - `locks` are {contender id => lock text} of environments that are rebuilt exactly.
    # - `resumed`: the record exists and is continued.
    # - `calibration`: a sentence on what this machine was calibrated to detect, or nil.
    # - `warnings`: {contender id => result of a check}, for contenders that returned wrong values.
    # - `stream`: the IO that the record is written to in place of a file. `inbox`: messages from the other hosts that measure
    #   the same.
    Settings = Value.define(:argv, :paths, :suite, :options, :record, locks: {}.freeze, resumed: false, calibration: nil,
                                                                     warnings: {}.freeze, stream: nil, inbox: nil) do
      # The writer of the record. Raises Usage.
      #: () -> Record::Writer
      def writer
        return Record::Stream.new(stream) if stream

        resumed ? Record::Writer.resume(record) : Record::Writer.create(record)
      end

      # Integer: servers of the ring.
      def servers = user_servers.any? ? user_servers.size : options[:servers] || suite["servers"] || 1

      # String: the folder for what drivers print to stderr.
      def logs = File.join(paths.cache, "logs", File.basename(record, ".*"))

      # The cores for all rows of a task, from the facts of the machine and the user's options.
      #: (Loop::Task, Hash[String, Object]) -> Host::Placement
      def placement(task, facts)
        return Host::Placement.free(facts) unless task.timed?

        concurrent = task.cells.map(&:mode).uniq.reject { |mode| Vocabulary::Mode.of(mode).sync? }
        Host::Placement.choose(options[:placement], facts, concurrent: concurrent, open_loop: task.open_loop?,
                                                           network: task.endpoints.any? { |endpoint| endpoint&.network? })
      end

      # Array[Access]: the servers of the user, which Cachemark did not start.
      def user_servers = options.fetch(:server, [])
    end

    # The pairs of scenarios as files that drivers read. Each file is written once in a run. The folder exists as long as the
    # keeper, and so longer than any driver.
    class PairFiles
      #: (Host::Keeper) -> void
      def initialize(keeper)
        @keeper = keeper
        @paths = {}
      end

      # The absolute path of a JSON object of these pairs. Raises Trouble if it cannot be written.
      #: (Catalog::Pairs) -> String
      def path(pairs) = @paths[pairs.to_record] ||= write(pairs)

      private

      def write(pairs)
        @folder ||= @keeper.folder("cachemark-pairs")
        path = File.join(@folder, "#{@paths.size + 1}.json")
        File.write(path, ::JSON.generate(pairs.texts))
        path
      rescue SystemCallError => error
        raise Trouble.new("the pairs cannot be written: #{error.message.sub(/ @ .*/, "")}", try: "make room in #{Dir.tmpdir}")
      end
    end
  end
end
