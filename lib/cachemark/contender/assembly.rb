# frozen_string_literal: true

module Cachemark
  class Contender
    # Puts one contender together from its client, its notation and the code that
    # was found for it.
    class Assembly
      # `runtime` is a path or name (nil: the language's own) and its version.
      #
      #: (Catalog::Client, Notation, Origin, language: Vocabulary::Language, versions: Object, runtime: [String?, String], servers: Integer) -> void
      def initialize(client, notation, origin, language:, versions:, runtime:, servers:)
        @client = client
        @language = language
        @notation = notation
        @origin = origin
        @versions = versions
        @runtime, @runtime_version = runtime
        @servers = servers
      end

      # Raises Usage for unknown options, values and companion versions.
      #
      #: (String) -> Contender
      def contender(id)
        Contender.new(
          id: id, notation: notation, client: @client, language: @language, release: @origin.release,
          version: @origin.version, source: @origin.source,
          given: @notation.options, options: effective.of(own_options), gems: gems, runtime: @runtime,
          requires_runtime: requires_runtime, note: @origin.note, facts: facts, section: id,
          surroundings: surroundings, shims: @client.shims_at({ **facts, **surroundings }).freeze,
          left_out: @client.left_out_at(facts).freeze, refusal: @client.refusal_at({ **facts, **surroundings })
        )
      end

      private

      def effective = EffectiveOptions.new(@client, facts, text: @notation.text, beside: beside)

      def beside = (@client.library ? @client.companion_options : []) + [@language.option]

      def own_options = @notation.options.except(*@client.companion_options, *@language.places)

      def own_facts = { "version" => @origin.spoken }.compact

      def companions
        @companions ||= Companions.new(@client, @versions).of(@notation.options, own_facts, text: @notation.text)
      end

      def companion_gems = Companions.new(@client, @versions).numbers(companions)

      def facts = @facts ||= own_facts.merge(companion_gems).freeze

      def surroundings = { @language.option => @runtime_version, "servers" => @servers.to_s }.freeze

      def gems
        own = @origin.release ? { @client.library => @origin.version } : {}
        own.merge(companion_gems).freeze
      end

      # With exact versions, so that a record can be measured again.
      def notation
        exact = @client.companions_at(facts).filter_map do |option, line|
          [option, facts[line.gem]] if @notation.options.key?(option) && facts[line.gem]
        end.to_h
        @notation.rewritten(@origin.version || place, @notation.options.merge(exact, places))
      end

      def place = @origin.source.kind == "path" ? "path:#{@origin.source.dir}" : @notation.version

      # Absolute, so that they mean the same from any folder.
      def places
        places = { @language.option => @runtime, "repo" => @origin.source.dir }
        places.select { |name, path| path && @notation.options.key?(name) }
      end

      # Of all gems, the requirement that this runtime does not meet; else the row's own.
      def requires_runtime
        releases = [@origin.release, *companions.values].select { |release| release.respond_to?(:requires) }
        wanted = releases.map(&:requires).compact
        wanted.find { |needs| !Catalog::Condition.of("runtime" => needs).met?("runtime" => @runtime_version) } || wanted.first
      end
    end
  end
end
