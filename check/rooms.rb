# frozen_string_literal: true

require "syntax"

module Check
  # The rooms of lib/cachemark, and which of their constants are used from where.
  class Rooms
    FOLDER = "lib/cachemark"

    # One use: the file and line that use it, its room, the room used, the whole name.
    Use = Struct.new(:path, :line, :from, :to, :name)

    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def names
      @names ||= files.filter_map { |path| path.delete_prefix("#{FOLDER}/")[%r{\A\w+(?=/)}] }.uniq
    end

    #: () -> Array[String]
    def files = @files ||= @tree.under(FOLDER)

    # nil for a file in no room.
    #: (String) -> String?
    def room_of(path)
      names.find { |name| path == "#{FOLDER}/#{name}.rb" || path.start_with?("#{FOLDER}/#{name}/") }
    end

    #: (String) -> Check::Syntax
    def syntax(path)
      (@syntax ||= {})[path] ||= Syntax.new(@tree.read(path))
    end

    # The room of a constant, nil for any other.
    #: (String) -> String?
    def named(constant)
      names.find { |name| constant == (name == "cli" ? "CLI" : name.split("_").map(&:capitalize).join) }
    end

    # Every use of one room's constants in another room.
    #: () -> Array[Use]
    def uses
      @uses ||= files.flat_map { |path| uses_in(path, room_of(path)) }
    end

    private

    def uses_in(path, from)
      syntax(path).constants.filter_map do |reference|
        names = local(reference.names)
        to = names && named(names.first)
        next if to.nil? || to == from || own?(from, names.first)

        Use.new(path, reference.line, from, to, names.join("::"))
      end
    end

    # Without Cachemark:: in front; nil for a constant of Ruby's own.
    def local(names)
      names = names.drop(1) if names.first == "::" && names[1] == "Cachemark"
      return if names.first == "::"

      names.first == "Cachemark" ? names.drop(1) : names
    end

    # Inside a room its own constant hides the room of the same name.
    def own?(from, constant) = from && @tree.file?("#{FOLDER}/#{from}/#{constant.downcase}.rb")
  end
end
