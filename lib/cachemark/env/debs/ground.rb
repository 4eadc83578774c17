# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # What a contender's process runs on. The subclasses are the ways; each is asked for
      #   stamps      what identifies it
      #   lay         makes it in an environment's folder (may take the network); its packages
      #   executable  the interpreter
      #   variables   what its process needs to be told
      #   building    yields the interpreter and variables of one that can build an extension
      #   place       the folder that a module's file must lie in
      #   absent      why a module is not there
      class Ground
        #: (Contender, Workshop) -> Ground
        def self.of(contender, workshop)
          runtime = contender.runtime
          named = runtime.nil? || contender.language.runtimes.key?(runtime)
          (named ? Packaged : Borrowed).new(contender, workshop)
        end

        #: (Contender, Workshop) -> void
        def initialize(contender, workshop)
          @contender = contender
          @workshop = workshop
          @tools = Tools.new(workshop)
        end

        attr_reader :tools

        # {mode => why a process on it has not that mode}, once it is laid.
        #
        #: () -> Hash[String, String]
        def lacking = @lacking || {}

        # Runs a program of the language's on it and answers what it printed last, as JSON.
        #
        #: (Folder, String, *String, ?variables: Hash[String, String]) -> Hash[Symbol, Object]
        def tell(folder, program, *words, variables: {})
          log = folder.file("told.log")
          text = @tools.say([executable(folder), program, *words], env: told_by(folder).merge(variables), log: log,
                                                                   complaint: "#{executable(folder)} does not run here")
          ::JSON.parse(text.lines.last.to_s, symbolize_names: true)
        rescue ::JSON::ParserError
          raise Impossible.new("#{executable(folder)} does not answer as a #{language.title} does", log: log)
        end

        # Where checkouts lie that were exported or built for it.
        #
        #: () -> String
        def store = @workshop.path("store", key)

        private

        def language = @contender.language

        def told_by(folder) = language.environment.variables.merge(variables(folder))
      end
    end
  end
end
