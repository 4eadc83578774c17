# frozen_string_literal: true

module Cachemark
  module Stats
    class Explanation
      # The files of a contender's library that was loaded from the user's folder. A place is a path below an unnamed folder, and
      # may be in another library. `main` is the library's main file; its other files are in the folder with the same name.
      class OwnFiles < Value.define(:main)
        FOLDER = /@path:([^,]+)/
        PLACE = /\A(?<path>.+):(?<line>\d+)\z/
        # The end of a main file, which the folder with the other files lacks.
        ENDING = %r{(?:/__init__)?\.\w+\z}
        private_constant :FOLDER, :PLACE, :ENDING

        # nil if the library was loaded from elsewhere, such as the cache.
        #: (Record, Hash) -> OwnFiles?
        def self.of(record, cell)
          folder = cell["notation"].to_s[FOLDER, 1] or return
          files = record.processes.filter_map { |process| process["file"] if process["contender"] == cell["contender"] }
          files.find { |file| file.start_with?("#{folder}/") }&.then { |file| new(main: file) }
        end

        # The absolute path and the line of a place; nil if it is not in one of these files.
        #: (String?) -> [String, Integer]?
        def at(place)
          path, line = PLACE.match(place.to_s)&.captures
          return unless path

          library, names = main.sub(ENDING, ""), path.sub(ENDING, "").split("/")
          shared = names.size.downto(1).map { |count| names.first(count).join("/") }.find { |part| library.end_with?("/#{part}") }
          shared && ["#{library.delete_suffix(shared)}#{path}", line.to_i]
        end
      end
    end
  end
end
