# frozen_string_literal: true

require "fileutils"
require "tempfile"

module Cachemark
  module Env
    # Which releases an index of the user has, by a program of this machine. Answers are kept for `age_s`. An index that does not
    # answer is not asked again by this object, and the reason is `silence`. A subclass has `folder`, where answers are kept, and
    # `ask`, which returns the numbers of the releases, the oldest first, or nil if the index does not answer.
    class PackageIndex
      AGE_S = 6 * 3600
      private_constant :AGE_S

      # Why the index did not answer; nil if it did, or was not asked.
      #: () -> String?
      attr_reader :silence

      # `spawn` runs commands, as for Builder. `variables` are those of the program.
      #: (cache: String, spawn: Object, variables: Hash[String, String], ?offline: bool, ?age_s: Integer) -> void
      def initialize(cache:, spawn:, variables:, offline: false, age_s: AGE_S)
        @cache = cache
        @spawn = spawn
        @variables = variables
        @offline = offline
        @age_s = age_s
        @known = {}
        @mutex = Mutex.new
      end

      private

      # The numbers, from the file at that path or from the index, which is asked with these words.
      def numbers(note, *words)
        @mutex.synchronize { @known[note] ||= answer(note, *words).freeze }
      rescue SystemCallError => error
        raise Env.unusable(@cache, error)
      end

      def answer(note, *words)
        kept = File.readlines(note, chomp: true).reject(&:empty?) if File.exist?(note)
        return kept if kept && (@offline || Time.now - File.mtime(note) < @age_s)

        @silence ||= reason_not_to_ask
        found = ask(*words) unless @silence
        return kept || [] unless found

        AtomicFile.write(note, found.map { |number| "#{number}\n" }.join)
        found
      end

      def reason_not_to_ask = ("its releases are not in the cache" if @offline)

      # What a command prints.
      def output(argv)
        FileUtils.mkdir_p(folder)
        Tempfile.create("cachemark-index") do |log|
          @spawn.run(argv, env: @variables, chdir: folder, log: log.path)
          File.read(log.path, encoding: "UTF-8").scrub
        end
      end

      def fall_silent(why)
        @silence = why
        nil
      end
    end
  end
end
