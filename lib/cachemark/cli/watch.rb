# frozen_string_literal: true

require "tmpdir"

module Cachemark
  module CLI
    # `compare CLIENT@path:DIR --watch`: whenever a file of the folder is saved, a short comparison of what it is now with
    # what it was at the start, until Ctrl-C. The folder is looked at once a second rather than listened to: that
    # needs no library of its own, works on every file system, and costs less than a millisecond.
    class Watch
      include Measuring

      POLL_S = 1.0
      # Seconds that a scenario is measured, where the user does not say.
      FOR_S = 20.0
      # What a comparison that begins again and again has no place for.
      REFUSED = { locked: "--locked", suite: "--suite", output: "--output", record: "--record", format: "--format",
                  until: "--until", history: "--history" }.freeze
      private_constant :REFUSED

      # `judging` is what a comparison is judged by; `pause` waits so many seconds; `measure` answers what a job comes to.
      #
      #: (Array[String], Hash[Symbol, Object], judging: Hash, argv: Array[String], out: IO, err: IO, ?pause: #call, ?measure: #call) -> void
      def initialize(words, options, judging:, argv:, out:, err:, pause: method(:sleep), measure: nil)
        @options = options
        @judging = judging
        @argv = argv
        @out = out
        @err = err
        @pause = pause
        @measure = measure || ->(selection, job) { measured(selection, job) }
        @notation = only(words)
      end

      # Watches until a signal ends it; answers its exit code.
      #
      #: () -> Integer
      def call
        contender = Contender::Resolver.new(catalog: catalog, **rooms).resolve(@notation.text)
        @dir = contender.source.dir
        @globs = contender.language.checkout.sources
        @folder = Folder.new(@dir, @globs)
        Dir.mktmpdir("cachemark-watch") { |home| watch(File.join(home, File.basename(@dir))) }
      rescue Interrupt
        130
      end

      private

      def only(words)
        flag = REFUSED.values_at(*(REFUSED.keys & @options.keys)).first
        raise Usage.new("--watch leaves no room for #{flag}", try: "leave one of them out") if flag

        notation = Contender::Notation.parse(words.first) if words.one?
        return notation if notation&.version&.start_with?("path:")

        raise Usage.new("--watch watches one folder", try: "cachemark compare dalli@path:../dalli --scenario client/get --watch")
      end

      def watch(start)
        @settled = @folder.state
        @folder.copy(start)
        @known = @first = Folder.new(start, @globs).digest # a file that is saved meanwhile is a change
        selection, job = comparison(start)
        say("watching #{@dir}: what it is now is the baseline, #{job.for_s.round} s for each comparison (Ctrl-C ends it)")
        loop do
          @known = changed
          next say("as at the start") if @known == @first

          done = @measure.call(selection, job)
          return done.code if done.code > 3

          tell(done.record)
        end
      end

      # The digest of the files once they have stood still after a change: editors save in several steps.
      def changed
        seen = nil
        loop do
          state = @folder.state
          digest = settled(state) if state == seen && state != @settled
          return digest if digest && digest != @known

          seen = state
          @pause.call(POLL_S)
        end
      end

      def settled(state)
        @settled = state
        @folder.digest
      end

      # The same job each time: what is built for it is looked up by what stands in the folders.
      def comparison(start)
        own = @notation.rewritten(nil, @notation.options)
        selection = Controlled.new(own, { "start" => start, "now" => @dir }, @options, catalog: catalog, **rooms)
        job = selection.job(@judging)
        [selection, @options[:for_s] ? job : job.with(for_s: FOR_S * job.cells.map(&:scenario).uniq.size)]
      end

      def measured(selection, job)
        live = Live::Display.new(@err).draws? && !@options[:plain] ? Live.for(@err, clock: CLOCK) : Live::View.new(@err, clock: CLOCK)
        Lab::Measurement.new(job, settings(selection, job), live: live, clock: CLOCK, loop: Lab::Compare).call
      end

      def tell(record)
        comparison = Stats::Comparison.of(record)
        Live::Lines.verdicts(comparison.verdicts).zip(comparison.verdicts) do |text, verdict|
          say([text, (verdict.reason if verdict.verdict == "invalid")].compact.join(": ").lines.first.chomp)
        end
      end

      def say(text) = @out.puts("#{Time.now.strftime("%H:%M:%S")}  #{text}").tap { @out.flush }

      def name = "compare"
      def catalog = @catalog ||= Catalog.load
      def rooms = @rooms ||= Rooms.new(@options).to_h
    end
  end
end
