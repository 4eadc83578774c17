# frozen_string_literal: true

require "fileutils"
require "json"
require "time"

module Cachemark
  module CLI
    # Which clients, at which versions, returned a wrong value when they were last checked here: a small file in the state
    # folder, {client and version => {"notation", "cases" => {case => when}}}.
    class Marks
      #: (?paths: Paths) -> void
      def initialize(paths: Paths.new)
        @path = paths.marks
      end

      # {contender id => {"notation", "cases" => {case => when}}} of those that have any.
      #: (Array[Contender]) -> Hash[String, Hash]
      def of(contenders)
        all = read
        contenders.to_h { |one| [one.id, all[key(one)]] }.compact
      end

      # Keeps what a check has found: a case that was examined is as it came out now, the others are as they were.
      #: (Stats::Check, Array[Contender]) -> void
      def keep(check, contenders)
        all = read
        contenders.group_by { |one| key(one) }.each do |name, twins|
          own = check.cases.select { |found| twins.map(&:id).include?(found.contender) && !found.absent }
          cases = all.dig(name, "cases").to_h.except(*own.map { |found| found[:case] })
          corrupt = own.select { |found| found.outcome == "CORRUPT" }.to_h { |found| [found[:case], check.run["started_at"]] }
          all[name] = { "notation" => twins.first.notation, "cases" => cases.merge(corrupt) }
        end
        write(all.reject { |_, mark| mark["cases"].empty? })
      end

      private

      # One client at one version with its companions, whatever its options; a checkout is known by its name alone.
      def key(contender)
        return contender.notation unless %w[gem package].include?(contender.source.kind)

        [contender.client.name, contender.version, *contender.gems.sort.map { |gem| gem.join("=") }].join(" ")
      end

      # A file that cannot be read marks nothing.
      def read
        marks = File.file?(@path) ? ::JSON.parse(File.read(@path)) : {}
        marks.is_a?(Hash) ? marks.select { |_, mark| mark.is_a?(Hash) && mark["cases"].is_a?(Hash) } : {}
      rescue ::JSON::ParserError, SystemCallError
        {}
      end

      def write(marks)
        FileUtils.mkdir_p(File.dirname(@path))
        AtomicFile.write(@path, "#{::JSON.pretty_generate(marks.sort.to_h)}\n")
      end
    end
  end
end
