# frozen_string_literal: true

require "etc"
require "json"

module Bench
  module Examples
    # The line below an output: when, on what and with what it was measured.
    class Caption
      ENGINES = { "ruby" => "Ruby", "jruby" => "JRuby", "python" => "Python", "cpython" => "Python" }.freeze

      # `lines` of a record, none if the command keeps no record.
      #: (Array[Hash[String, Object]], version: String, facts: Hash[String, Object]) -> void
      def initialize(lines, version:, facts:)
        @run = lines.find { |line| line["type"] == "run" } || {}
        @runtimes = lines.filter_map { |line| line["runtime"] if line["type"] == "environment" }
        @servers = lines.select { |line| line["type"] == "server" } << (@run["server"] || {})
        @version = version
        @facts = facts
      end

      #: (date: String, load: Float) -> String
      def text(date:, load:)
        parts = [date, format("load %.2f before it began", load), Cachemark::Results.cores(@facts), "Cachemark #{@version}",
                 *servers, *runtimes]
        "(#{parts.join(", ")}.)"
      end

      private

      def servers = @servers.filter_map { |server| server["version"] }.uniq.map { |version| "memcached #{version}" }

      def runtimes
        @runtimes.map { |runtime| "#{ENGINES.fetch(runtime["engine"], runtime["engine"])} #{runtime["version"]}" }.uniq
      end
    end

    # An output without the places and names of the machine.
    module Neutral
      # `places` {path => what a page says}.
      #: (String, Hash[String, String], ?user: String?) -> String
      def self.of(text, places, user: nil)
        paths = places.sort_by { |path, _| -path.size }
        clean = paths.inject(text) { |rest, (path, name)| rest.gsub(%r{#{Regexp.escape(path)}(?![\w.-])}, name) }
        user && user != "root" ? clean.gsub(/(?<![\w-])#{Regexp.escape(user)}(?![\w-])/, "me") : clean
      end
    end
  end
end
