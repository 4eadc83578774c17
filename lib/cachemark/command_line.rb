# frozen_string_literal: true

module Cachemark
  # A command as a person would type it: only words with special characters of the shell are quoted.
  module CommandLine
    PLAIN = %r{\A[\w.,:=/@%+-]+\z}
    # Old spellings, which recorded command lines may have => the words in their place.
    OLD = {
      "--junit" => ["--output", "junit=FILE"], "--report" => ["--output", "SPEC"], "--record" => ["--output", "record=FILE"],
      "--history" => ["--output", "history=DIR"], "--update" => ["--output", "document=FILE"], "--seed" => ["--with", "seed=N"],
      "--data" => ["--with", "data=FILE"], "--no-option-look" => ["--allow", "unexamined"],
      "--ruby" => ["--with", "ruby=RUBY"], "--jit" => ["--with", "jit=JIT"],
      "--memcached" => ["--with", "memcached=VERSION"], "--servers-from" => ["--with", "memcached=RANGE"],
      "--rtt" => ["--with", "rtt=LIST"], "--bandwidth" => ["--with", "bandwidth=LIST"],
      "--placement" => ["--with", "placement=NAME"], "--no-install" => ["--with", "install=no"],
      "--offline" => ["--with", "install=cached"], "--servers" => ["--with", "ring=N"], "--ring" => ["--with", "ring=N"],
      "--mode" => ["--with", "mode=MODE"], "--alpha" => ["--with", "alpha=SHARE"], "--replicas" => ["--on", "N"],
      "--server" => ["--with", "server=ADDRESS"], "--count" => ["--metric", "LIST"],
      **%w[kill stop restart slow move].to_h { |fault| ["--#{fault}", ["--fault", "#{fault}=N"]] },
      "--lasts" => ["--at", "+TIME"], "--until" => ["--for", "SHARE"], "--locked" => ["--with", "locked=RECORD"],
      "--exact" => ["--metric", "counts"], "--latencies" => ["--metric", "latencies"], "--arrivals" => ["--rate", "KIND"],
      "--fail-on-slo" => ["--slo", "fail"], "--no-measure" => ["--for", "0s"], "--machine" => ["--campaign", "standard"],
      "--older-than" => ["--keep", "AGE"], "--since" => ["--last", "DATE"], "--iterations" => ["--for", "Nx"],
      "--repeat" => ["--for", "Nx"], "--delay" => ["--fault", "TIME"], "--columns=all" => ["--format", "full"],
      "--as-published" => ["--suite", "as-published"], "--short" => ["--campaign", "short"],
      "--fail-fast" => ["--fail-on", "first"], "--thorough" => ["--case", "thorough"],
      "--write-baseline" => ["--output", "baseline=FILE"],
      "--unsafe" => ["--allow", "unsafe"], "--allow-non-empty" => ["--allow", "non-empty"],
      "--allow-load" => ["--allow", "load"], "--allow-unresolved" => ["--allow", "unresolved"],
      "--update-anyway" => ["--allow", "incomplete"], "--plain" => ["--color", "never"]
    }.freeze
    # The same of single commands, where the spelling has another meaning elsewhere.
    OLD_OF = {
      "find" => { "--git" => ["git:RANGE"] }, "explain" => { "--all" => ["--format", "full"] },
      "contribute" => { "--restart" => ["--campaign", "restart"] }, "list" => { "--offline" => [] },
      "help" => { "--all" => ["all"], "--man" => ["man"] }
    }.freeze
    SHORT = { "-o" => "--output", "-f" => "--format", "-s" => "--scenario" }.freeze
    PLACEHOLDER = /[A-Z]+/
    COMMITS = /\A(?:[^@,]+@)?git:/
    private_constant :PLAIN, :OLD, :OLD_OF, :SHORT, :PLACEHOLDER, :COMMITS

    #: (Array[String]) -> String
    def self.of(words)
      ["cachemark", *words].map { |word| word.match?(PLAIN) ? word : "'#{word.gsub("'", %q('\\\\''))}'" }.join(" ")
    end

    # Only these options, with their values.
    #: (Array[String], *String) -> Array[String]
    def self.only(words, *options) = split(words, options).first

    # The words without these options and their values.
    #: (Array[String], *String) -> Array[String]
    def self.without(words, *options) = split(words, options).last

    # The words with the present spellings, and long names of options. `command` is the name of the command, by default that
    # among the first words. `known` are old spellings that it has itself. The block receives each old spelling, and the new one
    # if there is any.
    #: (Array[String], ?Array[String], ?command: String?) ?{ (String, String) -> void } -> Array[String]
    def self.renewed(argv, known = [], command: (argv.first(2) & OLD_OF.keys).first)
      words = argv.take_while { |word| word != "--" }
      rest = argv.drop(words.size)
      table = { **OLD.except(*known), **old_of(command) }
      renewed = []
      while (word = words.shift)
        flag, value = word.split("=", 2)
        flag = "#{flag}=#{value = words.shift}" if value.nil? && words.any? && table.key?("#{word}=#{words.first}")
        new = table[flag] || table[word] or next renewed << SHORT.fetch(word, word)
        yield flag, new.join(" ") if block_given? && new.any?
        value ||= words.shift if new.last&.match?(PLACEHOLDER)
        renewed.concat(new.map { |part| part.sub(PLACEHOLDER) { value.to_s } })
      end
      renewed + rest
    end

    # Old spellings that only this command had.
    #: (String?) -> Hash[String, Array[String]]
    def self.old_of(command) = OLD_OF.fetch(command, {})

    # [BASE..HEAD of the word git:BASE..HEAD or CLIENT@git:BASE..HEAD, nil without one; the words, where only the client is left]
    #: (Array[String]) -> [String?, Array[String]]
    def self.commits(words)
      at = words.index { |word| word.match?(COMMITS) } or return [nil, words]
      client, range = words[at].split(/@?git:/, 2)
      return [range, words.take(at) + words.drop(at + 1)] if client.empty?

      range, *options = range.split(",")
      [range, [*words.take(at), [client, *options].join(","), *words.drop(at + 1)]]
    end

    # The conditions of a command, in either spelling: ["ruby=3.3", "rtt=1ms,2ms"] of these names.
    #: (Array[String], Array[String]) -> Array[String]
    def self.conditions(argv, names)
      lists = only(renewed(argv), "--with").reject { |word| word == "--with" }
      parts = lists.flat_map { |list| list.delete_prefix("--with=").split(/,(?=\w+=)/) }
      parts.select { |part| names.include?(part[/\A\w+(?==)/]) }
    end

    # [words that are these options and their values, the others]
    def self.split(words, options)
      words.each_with_index.partition do |word, index|
        options.any? { |one| word == one || word.start_with?("#{one}=") || (index.positive? && words[index - 1] == one) }
      end.map { |part| part.map(&:first) }
    end
    private_class_method :split
  end
end
