# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debs
      # The source of a library in a folder.
      class SourceTree
        #: (String, String, Vocabulary::Language, BuildContext) -> void
        def initialize(name, dir, language, context)
          @name = name
          @dir = dir
          @language = language
          @context = context
        end

        # Identifies its content.
        #: () -> String
        def stamp = "path #{@name} sha256:#{(@files ||= SourceFiles.new(@dir, @language.checkout.sources)).digest}"

        # The same in another folder.
        #: (String) -> SourceTree
        def copy(into)
          FileUtils.mkdir_p(into)
          files = Dir.children(@dir) - [".git"]
          FileUtils.cp_r(files.map { |file| File.join(@dir, file) }, into)
          SourceTree.new(@name, into, @language, @context)
        end

        # Builds it; `into` has everything to load afterwards, and its own folder is spoilt. `executable` and `variables` are
        # those of a runtime that can build. Raises Impossible.
        #: (String, executable: String, variables: Hash[String, String], log: String) -> void
        def build(into, executable:, variables:, log:)
          argv = [executable, @language.environment.build, "build", @dir, @name, into]
          env = @language.environment.variables.merge(variables)
          @context.slot { @context.run(argv, env: env, log: log, complaint: "#{@name} cannot be built") }
          raise Impossible.new("#{@name} was built, but gave nothing to load", log: log) unless File.directory?(into)
        rescue Impossible => error
          SourceTree.refuse_no_compiler(@name, @context)
          raise error
        end

        # Raises Impossible if this machine has no compiler for a library.
        #: (String, BuildContext) -> void
        def self.refuse_no_compiler(name, context)
          lacking = %w[gcc g++].reject { |program| context.which(program) }
          return if lacking.empty?

          raise Impossible.new("#{name} has to be compiled, and this machine has no #{lacking.join(" and no ")}",
                               how: "apt-get install --no-install-recommends gcc g++ libc6-dev")
        end
      end
    end
  end
end
