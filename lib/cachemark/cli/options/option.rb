# frozen_string_literal: true

module Cachemark
  module CLI
    module Options
      # An option of a command, or a word of a list.
      #
      # - `key`: its name in the options of a command.
      # - `flag`: its text in help, with a placeholder for its value ("--for TIME").
      # - `words`: its possible values, if they are few. `many`: it may be repeated. `once`: it is refused if it is repeated.
      # - `read`: makes the value from the text.
      # - `published`: it repeats published benchmarks, and has its own page of help.
      # - `members`: the words of a list such as "--with jit=yjit,rtt=1ms"; each is an Option with a flag such as "jit=NAME",
      #   and `of` is the name of the list. `tails` follow a value after a comma ("mode=gevent-8,shared").
      # - `forms`: {pattern => the Option that a text of this form means}, such as a range ("A..B") in place of a value.
      #   `listed`: it takes several texts, between commas ("--for 10m,1%"), or what else separates them (a Regexp).
      # - `plain`: takes a text without a word ("--output FILE", not "--output record=FILE"). Such an option takes a single
      #   word each time. A member with a `suffix` also takes plain texts that end in it. A member with `words` has these words.
      Option = Value.define(:key, :flag, :text, words: [].freeze, many: false, once: false, read: nil, members: [].freeze,
                                                of: nil, tails: [].freeze, forms: {}.freeze, listed: false,
                                                published: false, plain: nil, suffix: nil) do
        # Its names: ["-h", "--help"]; that of a member is ["--with jit"].
        #: () -> Array[String]
        def names = of ? ["#{of} #{word}"] : flag.scan(/(?<=\A|, )--?[\w-]+/)

        # The word of a member.
        #: () -> String
        def word = flag[/\A[\w-]+/]

        # The option, its words, and what the forms of their values mean.
        #: () -> Array[Option]
        def meanings = [self, *members].flat_map { |one| [one, *one.forms.values] }

        # [[member, its text or true], ...] of a list. A part without a known word belongs to the list of the word before it.
        # Raises Usage.
        #: (String) -> Array[[Option, String | true]]
        def parts(given)
          return [destination(given)] if plain

          "#{given},".split(",", -1)[0..-2].each_with_object([]) do |part, found|
            word, sign, value = part.partition("=")
            member = members.find { |one| one.word == word && (one.flag.include?("=") ? !value.empty? : sign.empty?) }
            last = found.last&.first
            next found << [member, sign.empty? || value] if member
            next found.last[1] += ",#{part}" if last&.tails&.include?(part)
            next found << [last, part] if last&.many && continues?(word, sign)

            refuse_part(part, word)
          end
        end

        # The placeholder of its value; nil for a switch.
        #: () -> String?
        def value = flag[/ ([^-]\S*)\z/, 1]

        # The value to keep for a value from OptionParser; raises Usage.
        #: (Object) -> Object
        def value_of(given)
          return read.call(given) if read

          words.empty? ? given : Quantity.word(names.last, given, words)
        end

        # [[the option that a text of a value means, the text], ...]. Raises Usage if two texts mean an option that takes one.
        #: (Object) -> Array[[Option, Object]]
        def readings(given)
          found = (listed ? parted(given) : [given]).map { |text| [form_of(text), text] }
          twice = found.group_by(&:first).find { |option, texts| !option.many && texts.size > 1 }&.last or return found
          raise Usage.new("#{names.last} #{given}: #{Vocabulary.list(twice.map(&:last))} exclude each other",
                          try: "keep one of them")
        end

        private

        # A comma within a number such as 1,000 or 1,000x parts nothing.
        def parted(given) = given.split(listed == true ? /(?<!\d),|,(?!\d{3}(?![\da-wyz%]))/ : listed, -1)

        def form_of(given) = forms.find { |pattern, _| given.to_s.match?(pattern) }&.last || self

        def destination(given)
          word, sign, value = given.partition("=")
          named = members.find { |member| [member.word, *member.words].include?(word) } unless sign.empty?
          raise Usage.new("#{names.last} #{given} names no file", try: "#{names.last} #{word}=FILE") if named && value.empty?
          return [named, named.words.empty? ? value : given] if named

          [members.find { |member| member.suffix && given.end_with?(member.suffix) } || plain, given]
        end

        # A part without a word, such as 10mbit or tls://HOST:PORT?ca=FILE.
        def continues?(word, sign) = sign.empty? ? !members.map(&:word).include?(word) : !word.match?(/\A[\w-]+\z/)

        def refuse_part(part, word)
          known = members.find { |member| member.word == word }
          lack = known&.flag&.include?("=") ? "needs a value" : "takes no value"
          raise Usage.new("#{names.last} #{part}: #{word} #{lack}", try: "#{names.last} #{known.flag}") if known

          raise Usage.new("#{names.last} #{part}: there is no such word",
                          try: Suggest.sentence(word, members.map(&:word), kind: "words"))
        end
      end
    end
  end
end
