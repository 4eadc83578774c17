# frozen_string_literal: true

require "json"
require "time"

module Cachemark
  module CLI
    # Which clients, at which versions, with which options, returned a wrong value when they were last checked here: a small
    # file in the state folder, {client, version and options => {"notation", "cases" => {case => when}}}. A file that is
    # damaged, or cannot be read or written, is told of, and stops nothing.
    class Marks
      # Raised where what stands in the file is not what was written.
      class Damaged < StandardError; end
      # The ids of all cases that there are.
      CASES = -> { Fault::Case.all(Catalog.load.faults.values).map(&:id) }
      private_constant :Damaged, :CASES

      # `cases` answers the ids of those that there are, and is asked where anything is marked.
      #: (?paths: Paths, ?tell: ^(String) -> void, ?cases: ^() -> Array[String]) -> void
      def initialize(paths: Paths.new, tell: ->(_) {}, cases: CASES)
        @path = paths.marks
        @tell = tell
        @cases = cases
      end

      # {contender id => {"notation", "cases" => {case => when}}} of those that have any. What is no case any more no check
      # could clear.
      #: (Array[Contender]) -> Hash[String, Hash]
      def of(contenders)
        all = read
        found = contenders.to_h { |one| [one.id, all[key(one)]] }.compact
        known = found.any? ? @cases.call : []
        found.transform_values { |mark| mark.merge("cases" => mark["cases"].slice(*known)) }
             .reject { |_, mark| mark["cases"].empty? }
      rescue Damaged, SystemCallError => error
        @tell.call("No contender is marked by what check found: #{cause(error)}")
        {}
      end

      # Keeps what a check has found: a case that was examined is as it came out now, the others are as they were. Several
      # checks may do so at once.
      #: (Stats::Check, Array[Contender]) -> void
      def keep(check, contenders)
        Cachemark::Env::Latch.hold("#{@path}.lock") do
          named = contenders.group_by { |one| key(one) }
          all = named.reduce(legible) { |marks, (name, twins)| marked(marks, name, twins, check) }
          AtomicFile.write(@path, "#{::JSON.pretty_generate(all.reject { |_, mark| mark["cases"].empty? }.sort.to_h)}\n")
        end
      rescue Trouble, SystemCallError => error
        @tell.call("What was found will not stand beside the speeds of these contenders: #{cause(error)}")
      end

      private

      def marked(marks, name, twins, check)
        own = check.cases.select { |found| twins.map(&:id).include?(found.contender) && found.tried? }
        kept = marks.dig(name, "cases").to_h.except(*own.map { |found| found[:case] })
        wrong = own.select { |found| blamed?(found, twins.first) }.to_h { |found| [found[:case], check.run["started_at"]] }
        marks.merge(name => { "notation" => twins.first.notation, "cases" => kept.merge(wrong) })
      end

      # Not of what it takes another client for: which of the two is wrong is open, and who shares no server with that one
      # never sees it. Nor of the reference and its copies that are wrong on purpose: of them it was known before.
      def blamed?(found, contender) = found.outcome == "CORRUPT" && found.peers.empty? && !contender.client.reference

      # One client at one version with its companions and the options that were given, in any order; a checkout is known by
      # its name.
      def key(contender)
        unless %w[gem package].include?(contender.source.kind)
          head, *options = contender.notation.split(",")
          return [head, *options.sort].join(",")
        end

        gems, options = [contender.gems, contender.given.except(*contender.client.companion_options)]
                        .map { |pairs| pairs.sort.map { |pair| pair.join("=") } }
        [[contender.client.name, contender.version, *gems].join(" "), *options].join(",")
      end

      def read
        return {} unless File.exist?(@path)

        text = File.read(@path, encoding: "UTF-8")
        marks = text.valid_encoding? && ::JSON.parse(text)
        marks.is_a?(Hash) && marks.values.all? { |mark| mark?(mark) } ? marks : raise(Damaged)
      rescue ::JSON::ParserError
        raise Damaged
      end

      def mark?(mark)
        mark.is_a?(Hash) && mark["notation"].is_a?(String) && mark["cases"].is_a?(Hash) &&
          mark["cases"].values.all? { |at| Time.iso8601(at) }
      rescue ArgumentError, TypeError
        false
      end

      # What a damaged file held is put aside, for who wants to look.
      def legible
        read
      rescue Damaged => error
        aside = "#{@path}.damaged"
        File.rename(@path, aside)
        @tell.call("#{cause(error)}; it is now #{aside}, and a new one is begun")
        {}
      end

      def cause(error) = error.is_a?(Damaged) ? "#{@path} is damaged" : error.message.lines.first.chomp
    end
  end
end
