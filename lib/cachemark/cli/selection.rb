# frozen_string_literal: true

module Cachemark
  module CLI
    # What the user's words select: a suite, contenders, scenarios and modes, as the
    # cells of a job. Everything that is wrong with them is found here.
    class Selection
      SEEDS = 2**31

      #: (Array[String], Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
      def initialize(words, options, catalog:, versions:, runtime:)
        @words = words
        @options = options
        @catalog = catalog
        @versions = versions
        @runtime = runtime
      end

      # Hash: what the record keeps of the suite.
      def suite_facts = @words.empty? ? suite.facts : suite.facts.merge("title" => title)

      # Raises Usage for whatever the words and options cannot mean.
      #
      #: () -> Lab::Job
      def job
        refuse_two_kinds_of_servers
        Lab::Job.new(cells: cells, seed: @options.fetch(:seed) { Random.new_seed % SEEDS }, for_s: @options.fetch(:for_s, 120.0),
                     **published, **@options.slice(:until, :iterations, :latencies))
      end

      # {contender id => lock text} that must be rebuilt exactly.
      #: () -> Hash[String, String]
      def locks = locked ? locked.locks : {}

      private

      def suite
        @suite ||= with_files(locked ? locked.suite : chosen_suite)
      end

      # A scenario of the user's own runs over the contenders of any suite.
      def with_files(suite)
        files = (@options[:scenarios] || []).grep(/\.ya?ml\z/)
        files.empty? ? suite : suite.with(scenarios: suite.scenarios | @catalog.scenarios_for(files).map(&:id))
      end

      # A suite whose contenders were named on the command line says which.
      def title = suite.contenders.empty? ? suite.title : "#{suite.title}: #{@words.join(" ")}"

      def locked = @locked ||= @options[:locked] && Locked.new(@options[:locked], @catalog)

      def chosen_suite
        @options[:suite] || @words.empty? ? published_form(@catalog.suite(@options.fetch(:suite, "classic"))) : named
      end

      # As published, a suite runs on the versions of its time where it names them.
      def published_form(suite)
        other = @options[:as_published] && suite.as_published["suite"]
        other ? @catalog.suite(other) : suite
      end

      def published
        return {} unless @options[:as_published]

        { published: suite.as_published.merge("layout" => suite.layout),
          iterations: suite.as_published.fetch("iterations", suite.iterations) }
      end

      # Contenders without a suite: a suite of their own, over every scenario of their kinds.
      def named
        scenarios = @options[:scenarios] ? @catalog.scenarios_for(@options[:scenarios]).map(&:id) : published_scenarios
        Catalog::Suite.new(id: "contenders", title: @words.join(" "), summary: "named on the command line", contenders: [],
                           scenarios: scenarios)
      end

      # The 15 scenarios of the classic suite: the others are variants for old tables.
      def published_scenarios = @catalog.suite("classic").scenarios

      def cells
        cells = Plan::Cells.new(suite: suite, contenders: contenders, scenarios: scenarios, references: references,
                                modes: @options.fetch(:modes, ["sync"]).uniq).to_a
        return cells if cells.any?

        raise Usage.new("#{suite.title}: no scenario is left to run", try: "see: cachemark list scenarios")
      end

      # Once for every Ruby that was named.
      def contenders
        @contenders ||= rubies.flat_map { |ruby| entries.map { |entry| resolve(entry, ruby) } }.tap { |all| refuse_twins(all) }
      end

      def entries
        return @options[:as_published] ? suite.published : suite.contenders if @words.empty?

        @words.map { |word| suite.entry(word) || word }
      end

      def rubies = @options[:rubies] || [nil]

      # With several Rubies the id says which one.
      def resolve(entry, ruby)
        return resolver.resolve(entry) unless ruby

        entry.is_a?(String) ? named_on(entry, ruby) : resolver.resolve(on(entry, ruby))
      end

      def named_on(word, ruby)
        found = resolver.resolve("#{word},ruby=#{ruby}")
        rubies.size > 1 ? found : found.with(id: word, section: word)
      end

      def on(entry, ruby)
        several = rubies.size > 1 ? { id: "#{entry.id},ruby=#{ruby}", section: section_on(entry, ruby) } : {}
        entry.with(options: entry.options.merge("ruby" => ruby), **several)
      end

      # The headings of the versions layout name the runtime themselves.
      def section_on(entry, ruby) = suite.layout == "versions" ? entry.section : "#{entry.section} (#{ruby})"

      def resolver
        @resolver ||= Contender::Resolver.new(catalog: @catalog, versions: @versions, runtime: @runtime,
                                              servers: @options[:server] ? 1 : @options[:servers] || suite.servers)
      end

      def refuse_twins(all)
        twin = all.map(&:id).tally.find { |_, count| count > 1 }
        raise Usage.new("#{twin.first} is named twice", try: "name each contender once") if twin
      end

      # The reference of each runtime rides along.
      def references
        contenders.map(&:ruby).uniq.map do |ruby|
          resolver.resolve([Plan::Cells::REFERENCE, ruby && "ruby=#{ruby}"].compact.join(","))
        end
      end

      def scenarios
        all = suite.contenders.flat_map { |entry| entry.scenarios || [] } | suite.scenarios
        return all.map { |id| @catalog.scenario(id) } unless @options[:scenarios]

        kept = @catalog.scenarios_for(@options[:scenarios]).select { |scenario| all.include?(scenario.id) }
        kept.any? ? kept : refuse_scenarios
      end

      def refuse_two_kinds_of_servers
        return unless @options[:server] && @options[:servers]

        raise Usage.new("--server names one server, and --servers starts others", try: "leave one of them out")
      end

      def refuse_scenarios
        raise Usage.new("no scenario of #{suite.id} matches #{@options[:scenarios].join(" ")}",
                        try: "see: cachemark list scenarios")
      end
    end
  end
end
