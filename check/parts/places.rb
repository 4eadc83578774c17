# frozen_string_literal: true

require "socket"

module Check
  # Nothing in the project names the machine, the user or the registry it was written with.
  class Places
    FOLDERS = %r{(?<![\w.~-])/(?:home|Users)/(?!user\b|you\b|me\b)[\w.-]+|(?<![\w.~-])/root(?=/)}
    PUBLIC_HOSTS = %w[rubygems.org index.rubygems.org localhost].freeze

    #: (Check::Tree, ?own: Array[String]) -> void
    def initialize(tree, own: self.class.own_words(tree.root))
      @tree = tree
      @pattern = Regexp.union(FOLDERS, *own)
    end

    # What gives this very machine away.
    #: (String) -> Array[String]
    def self.own_words(root)
      hosts = Gem.sources.map { |source| URI(source.to_s).host }.compact - PUBLIC_HOSTS
      folders = [root, Dir.home].select { |path| path.count("/") > 1 }
      name = Socket.gethostname
      folders + hosts + (name.length > 8 ? [name] : [])
    end

    def problems
      @tree.files.flat_map { |path| complaints(path) }
    end

    private

    def complaints(path)
      text = File.binread(@tree.absolute(path)).force_encoding("UTF-8")
      return [] unless text.valid_encoding?

      text.lines.each_with_index.filter_map do |line, index|
        found = line[@pattern]
        "#{path}:#{index + 1}: names a place of one machine: #{found}" if found
      end
    end
  end
end
