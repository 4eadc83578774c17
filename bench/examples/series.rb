# frozen_string_literal: true

require "etc"
require_relative "caption"
require_relative "example"
require_relative "quiet"
require_relative "run"

module Bench
  module Examples
    # All examples, one after the other. The captions say which are done, so an interrupted series goes on where it was.
    class Series
      VERSION = Cachemark::VERSION

      #: (String, ?for_s: Integer?, ?only: Regexp?, ?again: bool) -> void
      def initialize(root, for_s: nil, only: nil, again: false)
        @root = root
        @only = only || //
        @again = again
        @end_s = for_s && (Bench.now + for_s)
        @facts = Cachemark::Host::Machine.facts
        @failed = []
        @lost = []
      end

      # The exit code.
      #: () -> Integer
      def list
        examples.each { |example| say(example, reason(example) || "to do") }
        todo = examples.reject { |example| reason(example) }
        puts "#{examples.size} examples; #{todo.size} to do, about #{(todo.sum(&:seconds) / 60.0).ceil} min on a quiet machine"
        0
      end

      #: () -> Integer
      def run
        examples.each do |example|
          skip = reason(example) || late(example)
          next say(example, skip) if skip

          say(example, "begins")
          repeat(example)
        rescue Failed, Check::Printed::Problem, Cachemark::Error => error
          @failed << "#{example.names.join(", ")}: #{error.message}"
        end
        conclude
      end

      private

      def pages
        paths = Dir.glob(Check::Printed::PAGES, base: @root).sort
        paths.map { |path| Check::Printed::Page.new(path, File.read(File.join(@root, path))) }
      end

      # Those of one run.
      def examples
        places = pages.flat_map { |page| page.examples.map { |place| [page, place] } }
        all = places.group_by { |_, place| place.marker.key }.values.map { |same| Example.new(same) }
        all.select { |example| [example.command, *example.names].any?(@only) }.sort_by(&:rank)
      end

      # Why an example is not run, or nil.
      def reason(example)
        return "done" if !@again && example.done?(VERSION, date)

        example.missing(cpu: @facts["cpu"].to_s, path: ENV.fetch("PATH").split(File::PATH_SEPARATOR))
      end

      def late(example) = ("no time left" if @end_s && Bench.now + example.seconds > @end_s)

      def repeat(example)
        Bench.in_dir do |dir|
          run = Run.new(example.marker, pages, dir)
          run.prepare
          load = quiet(example)
          output = run.output
          write(example.marker.key, output, Caption.new(run.record, version: VERSION, facts: @facts).text(date: date, load: load))
        end
      end

      # After one wait without success, no other example waits.
      def quiet(example)
        return Quiet.load unless example.timed?

        @busy ||= (load = Quiet.new.wait) ? nil : "the machine did not become quiet"
        load || raise(Failed, @busy)
      end

      # The pages are read again, because somebody may have changed them meanwhile. Nothing is written unless every place can be.
      def write(key, output, caption)
        changed = pages.filter_map do |page|
          markers = page.examples.map(&:marker).select { |marker| marker.key == key }.uniq(&:text)
          markers.inject(page) { |now, marker| with(now, marker, output, caption) } if markers.any?
        end
        raise Failed, "no page has its marker any more" if changed.empty?

        changed.each { |page| Cachemark::AtomicFile.write(File.join(@root, page.path), page.text) }
      end

      def with(page, marker, output, caption)
        lines = marker.print(output)
        @lost |= page.lost(marker, lines)
        page.with(marker, lines, caption)
      end

      def conclude
        repeated = pages.inject({}) { |all, page| all.merge(page.repeating(@lost)) }
        puts "Prose with figures that an example no longer has:" if repeated.any?
        repeated.each { |place, figures| puts "  #{place}: #{figures.join(", ")}" }
        puts "Failed:" if @failed.any?
        @failed.each { |text| puts "  #{text}" }
        @failed.empty? ? 0 : 1
      end

      def say(example, state)
        puts format("%5d s  %-12s  %s  (%s)", example.seconds, state, example.command, example.names.join(", "))
      end

      def date = Time.now.utc.strftime("%Y-%m-%d")
    end
  end
end
