# frozen_string_literal: true

require "shellwords"

module Cachemark
  class Catalog
    # How Cachemark starts on another host: the words before its own command, and how its code gets there. Words may contain
    # names, which are replaced. If a name has no value, the word is omitted:
    #
    # - {host}, and {choice}, which follows the colon of a notation
    # - {folder}, a private folder of the run
    # - {code}, the folder of Cachemark, and {place}, its folder on the host
    # - {job}
    #
    # - `hosts`: "named" if the notation lists them, "chosen" if the engine finds some, "one" for this machine.
    # - `shell`: whether a shell of the host reads the words again, so that each is quoted.
    # - `copy` is the command that brings the code to `place`; nil if hosts share its folder.
    # - `name` and `job` are variables in the environment of a process there: its host, and the id of its job, which `cancel`
    #   ends.
    Launcher = Value.define(:id, :title, :summary, :hosts, argv: [].freeze, shell: false, copy: nil, place: nil, name: nil,
                                                           job: nil, cancel: nil) do
      #: (Document) -> Launcher
      def self.read(document) = new(**document.data.transform_keys(&:to_sym))

      # The command that runs these words on a host.
      #: (Array[String], **String?) -> Array[String]
      def command(words, **places)
        [*filled(argv, places), *(shell ? words.map { |word| Shellwords.escape(word) } : words)]
      end

      # The command that brings the code to a host; nil if it is there.
      #: (**String?) -> Array[String]?
      def copying(**places) = copy && filled(copy, { place: place_on(places[:host]), **places })

      # The folder of the code on a host; nil if it is the same as here.
      #: (String?) -> String?
      def place_on(host) = place&.gsub("{host}", host.to_s)

      # The command that ends a job; nil if the engine needs none.
      #: (String?) -> Array[String]?
      def cancelling(id) = cancel && id && filled(cancel, { job: id })

      private

      def filled(words, places)
        words.filter_map do |word|
          names = word.scan(/\{(\w+)\}/).flatten.map(&:to_sym)
          next if names.any? { |name| places[name].nil? }

          word.gsub(/\{(\w+)\}/) { places.fetch($1.to_sym) }
        end
      end
    end
  end
end
