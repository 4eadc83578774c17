# frozen_string_literal: true

module Cachemark
  module CLI
    class History < Command
      # Which series of a history are meant by the words for a contender and a scenario. What was kept counts, not what
      # today's catalogue knows.
      class Asked
        #: (Array[[String, String, String, String]], mode: String?) -> void
        def initialize(known, mode:)
          @known = known
          @mode = mode
        end

        # Raises Usage, with the nearest names, where there is none.
        #
        #: (String, String) -> Array[[String, String, String, String]]
        def series(contender, scenario)
          found = of_client(@known, contender)
          found = of_scenario(found, scenario)
          wanted = @mode || "sync"
          found.select { |series| series.last == wanted }.tap { |own| refuse("mode", wanted, found.map(&:last)) if own.empty? }
        end

        private

        # A bare name is Ruby's client where there is one, as everywhere.
        def of_client(known, word)
          notation = Contender::Notation.parse(word)
          names = known.map(&:first)
          client = [notation.client, "ruby/#{notation.client}", *names.grep(%r{/#{Regexp.escape(notation.client)}\z})] & names
          refuse("client", notation.client, names.flat_map { |name| [name, name.split("/").last] }) if client.empty?

          own = known.select { |series| series.first == client.first }
          return own if notation.options.empty? && notation.version.nil?

          of_options(own, notation)
        end

        def of_options(own, notation)
          refuse_version(notation) unless notation.version.nil? || notation.version.match?(/\A(path|git):/)
          given = notation.options.except("repo").sort.map { |pair| pair.join("=") }
          options = [*("checkout" if notation.version), *given].join(",")
          found = own.select { |series| series[1] == options }
          refuse("options", options, own.map { |series| series[1] }) if found.empty?
          found
        end

        def refuse_version(notation)
          raise Usage.new("#{notation.text}: a trend is over all versions",
                          try: "leave @#{notation.version} away; what was measured of a checkout is #{notation.client}@path:.")
        end

        def of_scenario(known, pattern)
          found = known.select { |series| File.fnmatch(pattern, series[2]) }
          refuse("scenario", pattern, known.map { |series| series[2] }) if found.empty?
          found
        end

        def refuse(what, word, names)
          names = names.uniq.reject(&:empty?)
          try = names.empty? ? "cachemark history add RECORD, of a run" : Suggest.sentence(word, names)
          raise Usage.new("the history has no costs of #{what} #{word}", try: try)
        end
      end
    end
  end
end
