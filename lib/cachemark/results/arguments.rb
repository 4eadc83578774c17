# frozen_string_literal: true

module Cachemark
  module Results
    # The words of a command as they are published. A repetition needs no file that the command wrote or compared with. Others
    # that are named by a relative path lose its folders, as those with an absolute path do (FileNames).
    module Arguments
      # Options that name such files.
      UNNEEDED = %w[--output --baseline --results].freeze
      # Options, also of a contender, whose value is a path if it has a slash.
      NAMED = [*Vocabulary::Language.all.values.map(&:option), "memcached", "data", "locked", "resume"].freeze
      VALUE = %r{\b(?:#{NAMED.join("|")})=\K[^,=/~][^,=]*/[^,=]*}
      # Scenarios and clients have slashes, too.
      FILE = %r{(?<=\A|[,=@:])(?:\.\.?/[^,=]*|[^,=@:/~…][^,=@:]*/[^,=@:]*\.(?:ya?ml|jsonl?|gz))(?=[,=]|\z)}
      private_constant :UNNEEDED, :NAMED, :VALUE, :FILE

      class << self
        #: (Array[String]) -> Array[String]
        def published(words)
          kept = CommandLine.without(CommandLine.renewed(words), *UNNEEDED)
          [nil, *kept].each_cons(2).map { |before, word| named?(before) ? relative(word) : within(word) }
        end

        private

        def named?(option) = option.to_s.start_with?("--") && NAMED.include?(option.delete_prefix("--"))

        # Of the value of an option.
        def relative(word) = word.match?(%r{\A[^/~].*/}) ? placed(word) : word

        def within(word) = word.gsub(VALUE) { |path| placed(path) }.gsub(FILE) { |path| placed(path) }

        def placed(path) = path.start_with?(Names::ELSEWHERE) ? path : "#{Names::ELSEWHERE}#{File.basename(path)}"
      end
    end
  end
end
