# frozen_string_literal: true

module Cachemark
  module CLI
    # The destinations of reports: standard output, or `--output FILE`; each FORMAT=FILE, and document=FILE. They are
    # checked before anything starts, and written after the measurement.
    class Delivery
      #: (Hash[Symbol, Object], out: IO, err: IO) -> void
      def initialize(options, out:, err:)
        @options = options
        @out = out
        @err = err
      end

      # Refuses files that could not be written at the end, and files that the command also reads. `read` are [description,
      # path] of the files that the command reads. Raises Usage.
      #: (Hash, ?record: String?, ?read: Array[[String, String]]) -> void
      def check(suite, record: @options[:record], read: [])
        refuse_page
        named = { "output" => :output, "update" => :update, "baseline" => :write_baseline }
        named = named.transform_values { |key| @options[key] }
        written = [["record", record], *named, *reports.map { |format, path| ["#{format} report", path] }].select(&:last)
        refuse_duplicate(read, written)
        written.each { |name, path| refuse_kept(name, path) }
        %i[output record write_baseline].each { |name| writable(Options.flag(name), @options[name]) if @options[name] }
        reports.each { |format, path| writable("--output #{format}", path) }
        return unless @options[:update]

        writable(Options.flag(:update), @options[:update])
        Report::Published.check(File.binread(@options[:update]), suite: place_of(suite), path: @options[:update])
      rescue SystemCallError => error
        raise Usage.new("#{Options.flag(:update)} #{@options[:update]}: #{error.message.sub(/ @ .*/, "")}",
                        try: "name a file that exists")
      end

      # Writes every requested report; false if the document was left unchanged.
      #: (Record) -> bool
      def deliver(record)
        subject = Subject.new(record)
        refuse_update(subject)
        text = report(subject)
        @options[:output] ? write_report(subject, text, record) : print(text, record)
        reports.each { |format, path| write("#{format}=#{path}", path, subject.report(format, width: Live::Display::WIDE), record) }
        @options[:update] ? update(subject.value, record) : true
      end

      # Writes a report of a value that has no record.
      #: (Module, Object) -> void
      def deliver_value(reports, value)
        text = reports.text(value, @options.fetch(:format, "terminal"), **screen)
        return @out.print(text) unless @options[:output]

        AtomicFile.write(@options[:output], text)
        @err.puts "Report: #{@options[:output]}"
      end

      private

      # [[format, path], ...] of further reports.
      def reports = @options.fetch(:reports, [])

      # HTML is not readable as text.
      def refuse_page
        return unless @options[:format] == "html" && @options[:output].nil? && @out.tty?

        raise Usage.new("--format html makes a page for a browser, not for a terminal", try: "add --output report.html")
      end

      # A file may be read for two reasons; a written file has one use.
      def refuse_duplicate(read, written)
        groups = (read + written).group_by { |_, path| real(path) }.values
        duplicates = groups.find { |group| group.size > 1 && group.intersect?(written) } or return
        names = duplicates.map(&:first).uniq
        raise Usage.new("#{duplicates.first.last}: the #{names.join(" and the ")} cannot be one file",
                        try: "choose another file")
      end

      # A history keeps its records, and nothing else, in its folder.
      def refuse_kept(name, path)
        history = [@options[:history], Paths.new.history].compact.find { |dir| real(path).start_with?("#{real(dir)}/") } or return
        raise Usage.new("#{path}: the #{name} cannot be written into the history in #{history}",
                        try: "choose a file outside it")
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
                          try: record.path && "#{CommandLine.of(["show", record.path])}, which has all measurements")
      end

      # The answer and the figures of its verdicts are printed as well, so that nobody has to open the file to quote them. A
      # pipe shows the report itself.
      def write_report(subject, text, record)
        write([@options[:format], @options[:output]].compact.join("="), @options[:output], text, record)
        return unless File.file?(@options[:output])

        files = [*("Record: #{record.path}" if record.path), "Report: #{@options[:output]}"]
        @err.puts(*subject.headline, *subject.figures.map { |line| "  #{line}" }, *files)
      end

      # The record has all measurements, so no measuring command has to be repeated.
      def write(destination, path, text, record)
        AtomicFile.write(path, text)
      rescue Trouble => error
        raise unless record.path

        show = CommandLine.of(["show", record.path, "--output", destination])
        raise Trouble.new(error.what, try: "fix this, then: #{show}")
      end

      def report(subject)
        subject.report(@options.fetch(:format, "terminal"), all: @options.fetch(:full, false), **screen)
      end

      # The width and the colours of text at its destination.
      def screen
        display = Live::Display.new(@out, color: @options[:color])
        @options[:output] ? { width: Live::Display::WIDE } : { color: display.color?, width: display.width }
      end

      # Documents have places only for tables of runs.
      def refuse_update(subject)
        return if @options[:update].nil? || subject.table?

        raise Usage.new("#{Options.flag(:update)} takes the record of a run",
                        try: "--output markdown=FILE writes any other report")
      end

      def update(table, record)
        path = @options[:update]
        if unfinished?(table) && !@options[:allow_incomplete]
          @err.puts "#{path} is unchanged: the run ended early or a row is invalid (--allow incomplete updates it anyway)"
          return false
        end
        text, warnings = Report::Published.update(File.binread(path), table, path: path, suite: place_of(table.suite))
        warnings.each { |warning| @err.puts "#{path}: #{warning}" }
        write("document=#{path}", path, text, record)
        @err.puts "#{path}: updated"
        true
      end

      # The suite's layout decides where in a document its table belongs, unless the user chose another format.
      def place_of(suite) = @options[:format] == "gevent" ? suite.merge("layout" => "gevent") : suite

      def unfinished?(table)
        table.outcome != "complete" || table.shown.any? { |row| %w[invalid failed].include?(row.status) }
      end

      # The subject of a record: the value for its reports, and the reports of that kind. The command that made the record
      # decides.
      class Subject
        # Command => its reports, and the value that they show, which is made from a record.
        KINDS = {
          "run" => %i[Run Table], "run --rate" => %i[OpenLoop OpenLoop], "work --options" => %i[Options OptionEffects],
          "work" => %i[Work WorkTable], "compare" => %i[Comparison Comparison], "gate" => %i[Gate Gate],
          "selftest" => %i[Selftest Selftest], "doctor" => %i[Doctor DoctorResult],
          "outage" => %i[Outage Outage], "check" => %i[Check Check], "find" => %i[Find Steps],
          "explain" => %i[Explanation Explanation]
        }.freeze

        # The names of all formats, of every kind of record.
        #: () -> Array[String]
        def self.formats = by_kind.values.flatten.uniq

        # The same by kind of record: command => names.
        #: () -> Hash[String, Array[String]]
        def self.by_kind = KINDS.transform_values { |reports, _| Report.const_get(reports).formats }

        #: (Record) -> void ! Usage
        def initialize(record)
          refuse_calibration(record)
          @record = record
          reports, @value_class = KINDS.fetch(self.class.kind(record.run), KINDS["run"])
          @reports = Report.const_get(reports)
        end

        # The kind of a record, by its first line: its command, with the option that gives it another report.
        #: (Hash) -> String?
        def self.kind(run)
          command, options = run["command"], run["options"] || {}
          return "run --rate" if command == "run" && options["rates"]
          return "check" if command == "find" && options["cases"]

          command == "work" && options["look"] == "options" ? "work --options" : command
        end

        # Stats::Table, Stats::Comparison ...
        def value = @value ||= Report::Sentences.in(Stats.const_get(@value_class).of(@record))

        # Whether a document has a place for it.
        def table? = value.is_a?(Stats::Table)

        # The text of a report; `screen` is as for Report::Kind#text. Raises Usage for a format of another kind.
        #: (String, ?width: Integer, ?color: bool, ?all: bool) -> String
        def report(name, **screen)
          @reports.text(value, name, record: @record, next_steps: name == "terminal" ? next_steps : [], **screen)
        end

        # The sentences that answer the question of the report.
        #: () -> Array[String]
        def headline = @reports.headline(value, @record)

        # A line for each verdict, with the change and its interval.
        #: () -> Array[String]
        def figures = value.respond_to?(:verdicts) ? Live::Lines.verdicts(value.verdicts) : []

        private

        def refuse_calibration(record)
          return unless record.run["command"] == "calibrate"

          raise Usage.new("#{record.path} is the record of a calibration",
                          try: "ruby bench/calibrate.rb --minutes 0 --record #{record.path}, in a checkout of Cachemark")
        end

        def next_steps = NextSteps.new(@record, value, @reports.formats).to_a
      end
    end
  end
end
