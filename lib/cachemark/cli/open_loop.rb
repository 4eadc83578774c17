# frozen_string_literal: true

module Cachemark
  module CLI
    # `--rate`: what it makes of a run, and which words contradict it.
    module OpenLoop
      # Options that an open loop leaves no room for, and why.
      TAKEN = {
        as_published: ["--as-published", "the published programs waited for each answer"],
        until: ["--until", "an open loop lasts as long as --for says"],
        iterations: ["--iterations", "the rate and --for say how many calls there are"],
        latencies: ["--latencies", "every latency is measured anyway"],
        update: ["--update", "documents have places for tables of costs"]
      }.freeze
      # Options that mean nothing without it.
      PARTS = { arrivals: "--arrivals", slo_ns: "--slo" }.freeze

      class << self
        # Plan::OpenLoop, or nil where no rate was given. Raises Usage for words that contradict it.
        #: (Hash[Symbol, Object]) -> Plan::OpenLoop?
        def of(options)
          return refuse_parts(options) unless options[:rates]

          taken = TAKEN.keys.find { |key| options[key] }
          raise Usage.new("--rate leaves no room for #{TAKEN[taken].join(": ")}", try: "leave one of them out") if taken

          refuse_format(options[:format]) if options[:format]
          Plan::OpenLoop.new(**options.slice(:rates, :arrivals, :slo_ns))
        end

        private

        def refuse_parts(options)
          name = PARTS.keys.find { |key| options[key] } or return
          raise Usage.new("#{PARTS[name]} is about an open loop", try: "add --rate, such as --rate 5000")
        end

        def refuse_format(name)
          formats = Report::OpenLoop.formats.keys
          return if formats.include?(name)

          raise Usage.new("--format #{name} has no place for rates", try: "use #{formats[0..-2].join(", ")} or #{formats.last}")
        end
      end
    end
  end
end
