# frozen_string_literal: true

require "fileutils"
require "json"
require "time"

module Cachemark
  module CLI
    # Clients, with version and options, that returned a wrong value in their last check on this machine. Reports of their
    # speed show a warning. A small file in the state folder keeps them: {client, version and options => {"notation", "cases"
    # => {case => when}}}. A damaged or inaccessible file stops nothing.
    class CorruptWarnings
      # Raised for a file with unexpected contents.
      class Damaged < StandardError; end
      # The ids of all cases.
      CASES = -> { Fault::Case.all(Catalog.load.faults.values).map(&:id) }
      private_constant :Damaged, :CASES

      # `cases` returns the ids of all cases. It is called only if there is any warning.
      #: (?paths: Paths, ?notify: ^(String) -> void, ?cases: ^() -> Array[String]) -> void
      def initialize(paths: Paths.new, notify: ->(_) {}, cases: CASES)
        @path = paths.corrupt_warnings
        @before = paths.marks
        @notify = notify
        @cases = cases
      end

      # {contender id => {"notation", "cases" => {case => when}}} of contenders with warnings. Removed cases are ignored,
      # because no check could clear them.
      #: (Array[Contender]) -> Hash[String, Hash]
      def of(contenders)
        all = read
        found = contenders.to_h { |contender| [contender.id, all[key(contender)]] }.compact
        known = found.any? ? @cases.call : []
        found.transform_values { |warning| warning.merge("cases" => warning["cases"].slice(*known)) }
             .reject { |_, warning| warning["cases"].empty? }
      rescue Damaged, SystemCallError => error
        @notify.call("warnings about wrong values are unavailable: #{cause(error)}")
        {}
      end

      # Stores the results of a check: the outcome of each examined case replaces the earlier one. Several checks may do so
      # at the same time.
      #: (Stats::Check, Array[Contender]) -> void
      def keep(check, contenders)
        Cachemark::Env::FileLock.hold("#{@path}.lock") do
          named = contenders.group_by { |contender| key(contender) }
          all = named.reduce(readable_warnings) { |warnings, (name, same)| updated(warnings, name, same, check) }
          kept = all.reject { |_, warning| warning["cases"].empty? }
          AtomicFile.write(@path, "#{::JSON.pretty_generate(kept.sort.to_h)}\n")
          FileUtils.rm_f(@before)
        end
      rescue Trouble, SystemCallError => error
        @notify.call("later reports will not warn about what was found: #{cause(error)}")
      end

      private

      def updated(warnings, name, same, check)
        own = check.cases.select { |found| same.map(&:id).include?(found.contender) && found.tried? }
        kept = warnings.dig(name, "cases").to_h.except(*own.map { |found| found[:case] })
        wrong = own.select { |found| blamed?(found, same.first) }.to_h { |found| [found[:case], check.run["started_at"]] }
        warnings.merge(name => { "notation" => same.first.notation, "cases" => kept.merge(wrong) })
      end

      # Not for a case with two clients on the same servers, because either may be wrong. Not for the reference and its
      # mutants either, because their outcomes are known.
      def blamed?(found, contender) = found.outcome == "CORRUPT" && found.peers.empty? && !contender.client.reference

      # A client at one version with its companions and its given options, in any order. A checkout is identified by its
      # notation.
      def key(contender)
        unless %w[gem package index].include?(contender.source.kind)
          head, *options = contender.notation.split(",")
          return [head, *options.sort].join(",")
        end

        gems, options = [contender.gems, contender.given.except(*contender.client.companion_options)]
                        .map { |pairs| pairs.sort.map { |pair| pair.join("=") } }
        [[contender.client.name, contender.version, *gems].join(" "), *options].join(",")
      end

      def read
        # Earlier versions of Cachemark named the file differently.
        path = [@path, @before].find { |one| File.exist?(one) } or return {}
        text = File.read(path, encoding: "UTF-8")
        warnings = text.valid_encoding? && ::JSON.parse(text)
        warnings.is_a?(Hash) && warnings.values.all? { |warning| warning?(warning) } ? warnings : raise(Damaged)
      rescue ::JSON::ParserError
        raise Damaged
      end

      def warning?(warning)
        warning.is_a?(Hash) && warning["notation"].is_a?(String) && warning["cases"].is_a?(Hash) &&
          warning["cases"].values.all? { |at| Time.iso8601(at) }
      rescue ArgumentError, TypeError
        false
      end

      # A damaged file is renamed, so that the user can inspect it.
      def readable_warnings
        read
      rescue Damaged => error
        aside = "#{@path}.damaged"
        File.rename([@path, @before].find { |path| File.exist?(path) }, aside)
        @notify.call("#{cause(error)}; it was renamed to #{aside}")
        {}
      end

      def cause(error) = error.is_a?(Damaged) ? "#{@path} is damaged" : error.message.lines.first.chomp
    end
  end
end
