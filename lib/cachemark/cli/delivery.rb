# frozen_string_literal: true

module Cachemark
  module CLI
    # Where reports go: standard output, `--output FILE`, `--update FILE`. Checked before anything starts, used when everything
    # is measured.
    class Delivery
      #: (Hash[Symbol, Object], out: IO, err: IO) -> void
      def initialize(options, out:, err:)
        @options = options
        @out = out
        @err = err
      end

      # Refuses files that could not be written at the end, or that are read, too. `read` are [what it is, path] of the files
      # that the command reads. Raises Usage.
      #: (Hash, ?record: String?, ?read: Array[[String, String]]) -> void
      def check(suite, record: @options[:record], read: [])
        refuse_page
        named = @options.slice(:output, :update, :junit, :write_baseline).transform_keys(&:to_s)
        refuse_twins(read, { "record" => record, **named }.compact.to_a)
        %i[output record junit write_baseline].each { |name| writable(Options.flag(name), @options[name]) if @options[name] }
        return unless @options[:update]

        writable("--update", @options[:update])
        Report::Published.check(File.binread(@options[:update]), suite: place_of(suite), path: @options[:update])
      rescue SystemCallError => error
        raise Usage.new("--update #{@options[:update]}: #{error.message.sub(/ @ .*/, "")}", try: "name a file that exists")
      end

      # Writes every report that was asked for; false if `--update` left its file unchanged.
      #: (Record) -> bool
      def deliver(record)
        subject = Subject.new(record)
        refuse_update(subject)
        text = report(subject)
        @options[:output] ? AtomicFile.write(@options[:output], text) : print(text, record)
        @options[:update] ? update(subject.value) : true
      end

      private

      # HTML is not readable as text.
      def refuse_page
        return unless @options[:format] == "html" && @options[:output].nil? && @out.tty?

        raise Usage.new("--format html makes a page for a browser, not for a terminal", try: "add --output report.html")
      end

      # A file may be read for two reasons; one that is written has one use.
      def refuse_twins(read, written)
        groups = (read + written).group_by { |_, path| real(path) }.values
        twins = groups.find { |group| group.size > 1 && group.intersect?(written) } or return
        names = twins.map { |name, _| name.to_s.tr("_", " ") }
        raise Usage.new("#{twins.first.last}: the #{names.join(" and the ")} cannot be one file",
                        try: "choose another file")
      end

      # The path without links; the file itself need not exist yet.
      def real(path)
        File.realdirpath(path)
      rescue SystemCallError
        File.expand_path(path)
      end

      def writable(option, path)
        folder = File.dirname(File.expand_path(path))
        problem = if File.directory?(path) then "is a folder"
                  elsif !File.exist?(path) && !File.directory?(folder) then "has no folder #{folder}"
                  elsif (obstacle = AtomicFile.obstacle(path)) then "cannot be written in #{folder}: #{obstacle}"
                  end
        raise Usage.new("#{option} #{path} #{problem}", try: "choose another file") if problem
      end

      def print(text, record)
        @out.print(text)
        @out.flush
      rescue Errno::ENOSPC, Errno::EDQUOT, Errno::EFBIG => error
        raise Trouble.new("cannot write the report to standard output: #{error.message.sub(/ @ .*/, "")}",
                          try: record.path && "cachemark show #{record.path}, which has all measurements")
      end

      def report(subject)
        display = Live::Display.new(@out)
        page = @options[:output] ? {} : { color: display.color?, width: display.width }
        subject.report(@options.fetch(:format, "terminal"), width: Live::Display::WIDE, **page)
      end

      # Documents have places for tables of runs only.
      def refuse_update(subject)
        return if @options[:update].nil? || subject.table?

        raise Usage.new("--update takes the record of a run", try: "--format markdown --output FILE writes any other report")
      end

      def update(table)
        path = @options[:update]
        if unfinished?(table) && !@options[:update_anyway]
          @err.puts "#{path} is unchanged: the run ended early or a row is invalid (--update-anyway updates it nevertheless)"
          return false
        end
        text, warnings = Report::Published.update(File.binread(path), table, path: path, suite: place_of(table.suite))
        warnings.each { |warning| @err.puts "#{path}: #{warning}" }
        AtomicFile.write(path, text)
        @err.puts "#{path}: updated"
        true
      end

      # The suite's layout says where in a document its table belongs, unless another one was asked for.
      def place_of(suite) = @options[:format] == "gevent" ? suite.merge("layout" => "gevent") : suite

      def unfinished?(table)
        table.outcome != "complete" || table.shown.any? { |row| %w[invalid failed].include?(row.status) }
      end
    end
  end
end
