# frozen_string_literal: true

module Cachemark
  module Env
    # The environment of a contender that runs on a runtime of the machine, or is built by a compiler of the machine.
    class MachineBuild < Builder::Construction
      private

      # What a machine lacks without the runtime.
      def missing = language.title

      # The command that starts the driver, and variables besides those of every driver.
      def argv = [@contender.runtime]
      def additional = {}

      def check
        raise Impossible.new("this machine has no #{missing}", how: language.search.how) unless @contender.runtime

        super
      end

      def language = @contender.language

      def library = @contender.client.library

      def runtime = @runtime ||= @context.runtimes.at(@contender.runtime, language)

      # The facts to keep, with those of the runtime. `folders` are its own.
      def kept(folders: [], **facts)
        own = { path: @contender.runtime, folders: folders, version: runtime.version, description: runtime.description,
                engine: language.search.engine }
        { load_paths: [], unused: [], runtime: own, **facts }
      end

      def environment(facts)
        Environment.of(@contender, folder, facts, argv: argv, env: { **@context.variables.for_driver, **additional })
      end
    end
  end
end
