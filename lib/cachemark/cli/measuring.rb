# frozen_string_literal: true

module Cachemark
  module CLI
    # A command that measures. Each names what it selects, its task, and the meaning of the result:
    #
    #   selection(words)  a selection (`task`, `suite_facts`, `files`, `locks`, `machine`). Raises Usage.
    #   task              the task of @selection for a loop of the lab, complete before anything starts. Raises Usage.
    #   code(done)        the exit code of a measurement that no signal ended
    #
    # The steps are the same: refuse what is wrong, measure here or on other hosts, report, and return an exit code.
    module Measuring
      include OnHosts::Commands

      private

      def perform(words)
        @selection = selection(configured(words))
        delivery = delivery()
        @task = task
        namesakes.each { |sentence| @err.puts sentence }
        return preview(delivery) if @options[:dry_run]

        done = @options[:on] ? replicate(delivery) : measure(delivery)
        judged(done)
      end

      def task = @selection.task
      def code(done) = done.code

      # The words, and the options that the repository's file sets and the command line does not.
      def configured(words)
        file = config_file or return words
        typed = @options.keys
        used = {}
        file.each(name) do |part, key, text|
          (used[part] ||= []) << text if configure(self.class.option(key), text, typed)
        end
        own = words.empty? && !typed.intersect?(%i[suite locked advisories resume resumed]) ? file.contenders(name) : []
        used["client"] = own if own.any?
        @options[:configured] = file.facts(used) if used.any?
        words + own
      end

      # Whether the option has been set, because neither it nor one that excludes it was typed.
      def configure(option, text, typed)
        return false if option.nil? || (option.members.any? && !option.members.map(&:word).include?(text[/\A\w+/]))

        parts = option.members.any? ? option.parts(text) : [[option, text]]
        keys = parts.flat_map { |part, value| part.readings(value).map { |meant, _| meant.key } }
        return false if keys.any? { |key| Options.excluded?(key, typed) }

        parts.each { |part, value| take(part, value) }
        true
      end

      def config_file = ConfigFile.root(Dir.pwd)&.then { |root| ConfigFile.in(root) }

      # Where words are looked up.
      def sources = @sources ||= CLI.sources(@options)

      # Raises Usage if several servers or networks are named, for a command whose contenders are two, or its own.
      def refuse_several_servers
        key, words = @options.slice(:memcacheds, :rtts, :bandwidths).find { |_key, values| values.size > 1 }
        return unless key

        raise Usage.new("#{name} needs one #{Options.flag(key)}, not #{words.size}", try: "keep one, such as #{words.first}")
      end

      # Refuses what a command cannot sweep whose verdicts are about two contenders.
      def refuse_sweeps
        sweeps = @options.fetch(:sweeps, [])
        raise Usage.new("#{name} takes one --sweep, not #{sweeps.size}", try: "remove the others") if sweeps.size > 1

        option = sweeps.grep(Plan::Sweep).flat_map(&:options).first or return
        known = [*Catalog::Parameters::NAMES, *Vocabulary::Mode.names]
        raise Usage.new("--sweep: #{option} is neither a parameter of scenarios nor a mode, and #{name} sweeps nothing else",
                        try: Suggest.sentence(option, known, kind: "parameters"))
      end

      # The task, unless it is a sweep with more points than the time allows. The published programs have no sweeps.
      #: (Lab::Loop::Task) -> Lab::Loop::Task ! Usage
      def in_time(task)
        return task if @options[:as_published] || task.sweeps.empty? || task.least_s <= task.for_s

        needed = "#{(task.least_s * 1.5).ceil}s"
        raise Usage.new("--sweep #{task.sweeps.map(&:name).join(", ")}: there are more points than fit into " \
                        "#{task.for_s.round} s: they take about #{needed}",
                        try: "--for #{needed}, or fewer values, scenarios or contenders")
      end

      # The destination of the reports. Before anything starts, it refuses files that other hosts could not read, or that could
      # not be written at the end.
      #: () -> Delivery
      def delivery
        files = @selection.files
        on_hosts.refuse_files(files.map(&:last), @options, @argv) if @options[:on]
        Delivery.new(@options, out: @out, err: @err).tap { |found| found.check(@selection.suite_facts, read: files) }
      end

      # A sentence for each client that is named without its language, if another contender is of a language that has a client
      # of this name: perhaps that one is meant.
      def namesakes
        contenders = @task.contenders.reject { |contender| contender.client.reference }
        clients = contenders.map(&:client)
        bare = contenders.select { |contender| contender.id.start_with?(contender.client.name) }
        bare.map(&:client).uniq.filter_map do |client|
          others = sources.fetch(:catalog).namesakes(client)
          next if others.intersect?(clients) || !others.map(&:language).intersect?(clients.map(&:language))

          "note: #{client.name} is #{client.id}. Others have this name, too: #{others.map(&:id).join(", ")}"
        end
      end

      # Shows what would be measured.
      def preview(delivery)
        servers = CLI.servers(@options) unless @options[:server]
        builder = Cachemark::Env::Builder.new(cache: Paths.new.cache, spawn: OneCommand, registry: sources.fetch(:versions),
                                              offline: true, install: false)
        hosts = on_hosts.count if @options[:on]
        delivery.deliver_value(Report::Preview, Lab::Preview.of(name, @task, builder: builder, servers: servers, hosts: hosts))
        0
      end

      # Measures the task and writes its reports.
      #: (Delivery) -> Lab::Measurement::Done
      def measure(delivery)
        store = history
        done = Lab::Measurement.new(@task, settings, live: live, clock: Clock).call
        keep(done, store) if store
        delivery.deliver(done.record) unless @replica
        done
      end

      # The exit code: of the signal that ended the run; else that of the result. A record whose file is incomplete gives 3,
      # unless something wrong was found (1).
      #: (Lab::Measurement::Done) -> Integer
      def judged(done)
        return done.code if done.code > 3

        code = code(done)
        done.broken && code != 1 ? 3 : code
      end

      # The exit code of a measurement with limits, which ends with `code` without them: 1 if one was exceeded, and 4 if that
      # is undecided.
      #: (Integer, Array[String]) -> Integer
      def with_limits(code, verdicts)
        return 1 if verdicts.include?(Stats::Limit::EXCEEDED)

        code.zero? && verdicts.include?(Stats::Limit::UNDECIDED) ? Stats::Gate::UNDECIDED : code
      end

      # The settings that the lab needs in addition to the task.
      def settings
        Lab::Settings.new(argv: OnHosts.words([name, *@argv], replica: @replica), paths: Paths.new, suite: @selection.suite_facts,
                          options: @selection.machine.merge(@options), locks: @selection.locks,
                          record: File.expand_path(@options[:record] || Paths.new.new_record), resumed: @options.key?(:resume),
                          calibration: Calibration.sentence(notify: @err.method(:puts)), warnings: warnings, **streams)
      end

      def live = Live.for(@err, clock: Clock, plain: @options[:color] == "never")

      def warnings = CorruptWarnings.new(notify: @err.method(:puts)).of(@task.cells.map(&:contender).uniq)

      # Refuses an unusable folder before anything starts.
      def history
        @options[:history] && Cachemark::History::Store.open(@options[:history], create: true, notify: @err.method(:puts))
      end

      # If a record cannot be added to the history, it is still reported.
      def keep(done, store)
        store.add(done.record.path)
        @err.puts "added to the history: #{CommandLine.of(["history", "list", *to_history])}"
      rescue Error => error
        @err.puts "not added to the history: #{error.message.lines.first.chomp}",
                  "Try: fix this, then: #{CommandLine.of(["history", "add", done.record.path, *to_history])}"
      end

      def to_history = ["--history", @options[:history]]
    end
  end
end
