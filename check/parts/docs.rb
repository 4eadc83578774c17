# frozen_string_literal: true

require "rooms"
require "definitions"

module Check
  # Every class and module says what it is; every public method that another
  # room can call says what it does. One-liners may speak for themselves.
  class Docs < Part
    # A method for each sentence, which speaks for itself.
    SENTENCES = "report/sentences"

    def problems
      rooms.files.flat_map { |path| complaints(path) }
    end

    private

    def complaints(path)
      source = @tree.read(path)
      commented = commented_lines(source)
      wanted(path, Definitions.new(source)).reject { |definition| commented.include?(definition.line - 1) }
                                           .map { |definition| "#{path}:#{definition.line}: #{definition.name} has no comment" }
    end

    def wanted(path, definitions)
      definitions.types.reject { |type| described_elsewhere?(type.name, path) } +
        (boundary?(path) ? definitions.long_public_methods : [])
    end

    # A room is described in its own file.
    def described_elsewhere?(name, path)
      return path != "lib/cachemark.rb" if name == "Cachemark"

      rooms.named(name) && path != "#{Rooms::FOLDER}/#{rooms.named(name)}.rb"
    end

    def commented_lines(source)
      Ripper.lex(source).select { |token| token[1] == :on_comment }.map { |token| token[0][0] }
    end

    # A file whose constant another room names: "host/keeper" for Host::Keeper.
    def boundary?(path)
      @boundary ||= rooms.uses.map { |use| use.name.split("::").first(2).join("/").delete("_").downcase }.uniq - [SENTENCES]
      @boundary.include?(path.delete_prefix("#{Rooms::FOLDER}/").delete_suffix(".rb").delete("_"))
    end
  end
end
