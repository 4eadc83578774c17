# frozen_string_literal: true

module Cachemark
  class Contender
    # The checkouts of libraries that are added to a contender's runtime, in the options named like the libraries.
    class AddedCheckouts
      # In front of the folder.
      FOLDER = "path:"

      #: (Vocabulary::Language, Notation, Places) -> void
      def initialize(language, notation, places)
        @language = language
        @notation = notation
        @places = places
      end

      # {library => absolute folder}. `runtime` is the name of one of the language's runtimes, or a path. Raises Usage.
      #: (String?) -> Hash[String, String]
      def on(runtime)
        words = @notation.options.slice(*@language.addition_options)
        words.each_key { |name| refuse_runtime(name, runtime) unless known(runtime).include?(name) }
        words.to_h { |name, word| [name, folder(name, word)] }.freeze
      end

      private

      def known(runtime) = @language.runtimes[runtime]&.additions&.libraries.to_a.map(&:name)

      def refuse_runtime(name, runtime)
        names = @language.runtimes.values.select { |runtime| known(runtime.name).include?(name) }.map(&:name)
        raise Usage.new("#{@notation.text}: #{name}= is for #{names.join(", ")}, and this is #{runtime}", try: "remove #{name}=")
      end

      def folder(name, word)
        refuse("#{name} is a checkout, not #{word}", name) unless word.start_with?(FOLDER)
        dir = @places.absolute(word.delete_prefix(FOLDER))
        refuse("#{dir} is not a folder", name) unless @places.folder?(dir) && word != FOLDER
        return dir if @places.library?(dir, @language.checkout)

        refuse("#{dir} holds none of #{@language.checkout.folder_patterns.join(", ")}", name)
      end

      def refuse(what, name) = raise(Usage.new("#{@notation.text}: #{what}", try: "write #{name}=path:DIR"))
    end
  end
end
