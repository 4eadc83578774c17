# frozen_string_literal: true

module Check
  # Every method of lib has a caller: a file outside the tests has its name besides its definitions. Data count, because a
  # move of a fault or an operation is named there. A name may be built: :"on_#{event}" calls all that begin with on_.
  class Unused < Part
    FILES = %r{\A(?:lib|exe|bench|check|catalog|protocol)/}
    NAME = /[A-Za-z_]\w*[?!]?/
    DEFINITION = /^\s*def (?:self\.)?([a-z_]\w*[?!]?)/
    BUILT = /:"(\w*)\#\{[^}]*\}(\w*)"/
    # Methods that a library calls.
    CALLED = %w[add_officious].freeze

    def problems
      definitions.reject { |name, places| words[name] > places.size || CALLED.include?(name) || built?(name) }
                 .flat_map { |name, places| places.map { |place| "#{place}: nothing calls #{name}" } }
    end

    private

    def texts = @texts ||= @tree.files.grep(FILES).grep(/\.(?:rb|erb|yml|json)\z/).to_h { |path| [path, @tree.read(path)] }

    # {name => ["PATH:LINE", ...]}
    def definitions
      lib = texts.select { |path, _| path.start_with?("lib/") }
      found = lib.flat_map do |path, text|
        text.each_line.with_index(1).filter_map { |line, at| [line[DEFINITION, 1], "#{path}:#{at}"] if line =~ DEFINITION }
      end
      found.group_by(&:first).transform_values { |all| all.map(&:last) }
    end

    def words = @words ||= texts.values.flat_map { |text| text.scan(NAME) }.tally.tap { |words| words.default = 0 }

    def built?(name)
      @built ||= texts.values.flat_map { |text| text.scan(BUILT) }.uniq.reject { |affixes| affixes.all?(&:empty?) }
      @built.any? { |first, last| name.start_with?(first) && name.end_with?(last) }
    end
  end
end
