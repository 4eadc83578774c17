# frozen_string_literal: true

module Check
  module Printed
    # A page with its printed outputs, and the page that it becomes with new ones.
    class Page
      # Lines of a page, by their indexes.
      Part = Struct.new(:kind, :from, :to)
      # A comment with what it is about. `marker` is nil for kept figures, `block` and `caption` if there is none.
      Place = Struct.new(:comment, :marker, :block, :caption)

      # A block whose first line begins with one of these is typed; any other block is printed output.
      TYPED = %r{\A(?:(?:bin/)?(?:cachemark|test|check)|git|gem|cd|echo|bundle|ruby|docker|benchstat|bencher)(?: |$)}
      MARKER = /\A<!-- (example|kept): (.*?)\s*-->\z/m
      CAPTION = /\A\((?<date>\d{4}-\d\d-\d\d), .*Cachemark (?<version>\d+\.\d+\.\d+).*\.\)\z/
      CAPTION_START = /\A\((?:\w+: )?\d{4}-\d\d-\d\d, /
      # Versions without a release.
      OUTDATED = /Cachemark 0\.\d+\.\d+/
      # The first line of a part, and the last one.
      STARTS = { generated: [/\A<!-- included: /, /\A<!-- end of /], marker: [/\A<!-- (?:example|kept):/, /-->/],
                 fence: [/\A *```/, /\A *```\s*\z/], blank: [/\A\s*\z/], table: [/\A\|/] }.freeze
      FIGURE = /(?<![\w.])[+-]?\d[\d,]*(?:\.\d+)? (?:%|[µm]?s\b)/

      attr_reader :path

      #: (String, String) -> void
      def initialize(path, text)
        @path = path
        @lines = text.lines(chomp: true)
      end

      #: () -> String
      def text = @lines.map { |line| "#{line}\n" }.join

      #: () -> Array[Place]
      def examples = places.select(&:marker)

      # The `date` and the `version` of a place's caption; nil without a caption.
      #: (Place) -> MatchData?
      def caption(place) = place.caption && @lines[place.caption.from].match(CAPTION)

      # Every output has a marker, every caption belongs to one, and every marker can be followed.
      #: () -> Array[String]
      def problems
        unmarked + stray_captions + unreadable + places.flat_map { |place| complaints(place) }
      end

      # Examples that were never measured with a release.
      #: () -> Array[String]
      def outdated
        never = examples.reject { |place| place.caption }.map { |place| "#{path}:#{place.comment.from + 1}: was never measured" }
        kept = places.reject(&:marker).flat_map { |place| [place.block, place.caption] }
        kept += parts.select { |part| part.kind == :generated }
        lines = (0...@lines.size).grep_v(->(at) { kept.compact.any? { |part| at.between?(part.from, part.to) } })
        never + lines.select { |at| @lines[at].match?(OUTDATED) }.map { |at| "#{path}:#{at + 1}: #{@lines[at][OUTDATED]}" }
      end

      # The page with this output in each place of the marker.
      #: (Marker, Array[String], String) -> Page
      def with(marker, output, caption)
        raise Problem, "the output has a line of three backticks" if output.any? { |line| line.start_with?("```") }

        lines = @lines.dup
        of(marker).reverse_each do |place|
          last = (place.caption || place.block || place.comment).to
          lines[place.comment.to + 1..last] = ["", "```", *prompt(place), *output, "```", "", caption]
        end
        Page.new(path, lines.join("\n"))
      end

      # Figures that the page prints for the marker, and that are not in the new output.
      #: (Marker, Array[String]) -> Array[String]
      def lost(marker, output)
        of(marker).flat_map { |place| figures(lines_of(place.block)) }.uniq - figures(output)
      end

      # Sentences that have one of the figures: {"PATH:LINE" => figures}.
      #: (Array[String]) -> Hash[String, Array[String]]
      def repeating(figures)
        prose = parts.select { |part| part.kind == :text }.flat_map { |part| (part.from..part.to).to_a }
        prose.to_h { |at| ["#{path}:#{at + 1}", figures(@lines[at, 1]) & figures] }.reject { |_, found| found.empty? }
      end

      # The first commands under a heading, by the heading's anchor.
      #: (String) -> Array[String]
      def commands(anchor)
        heading = @lines.index { |line| line[/\A#+ (.*)/, 1]&.downcase&.gsub(/[^\w\s-]/, "")&.tr(" ", "-") == anchor }
        block = heading && parts.find { |part| part.kind == :fence && part.from > heading && typed?(part) }
        block ? inside(block) : raise(Problem, "#{path} has no commands under ##{anchor}")
      end

      # { name in its first comment => text } of each YAML file that the page shows.
      #: () -> Hash[String, String]
      def files
        blocks = parts.select { |part| part.kind == :fence && @lines[part.from] == "```yaml" }.map { |part| inside(part) }
        blocks.to_h { |lines| [lines.first.to_s[/\A# ([\w-]+\.yml)\z/, 1], lines.join("\n") << "\n"] }.except(nil)
      end

      private

      def parts = @parts ||= read.reject { |part| part.kind == :blank }

      def read
        at = 0
        found = []
        while at < @lines.size
          found << part(at)
          at = found.last.to + 1
        end
        found
      end

      def part(from)
        kind, (_, close) = start(from)
        to = close && (from...@lines.size).find { |at| @lines[at].match?(close) && (kind != :fence || at > from) }
        to ||= (from...@lines.size).take_while { |at| at == from || start(at).first == kind }.last
        Part.new(kind, from, to)
      end

      def start(at) = STARTS.find { |_, (open, _)| @lines[at].match?(open) } || [:text]

      def places = @places ||= read_markers.first
      def unreadable = read_markers.last

      # The places, and the markers that cannot be read.
      def read_markers
        @read_markers ||= begin
          failed = []
          found = parts.each_index.select { |at| parts[at].kind == :marker }.filter_map do |at|
            place(at)
          rescue Problem => error
            failed << "#{path}:#{parts[at].from + 1}: #{error.message}"
            nil
          end
          [found, failed]
        end
      end

      def place(at)
        kind, text = lines_of(parts[at]).join("\n").match(MARKER)&.captures
        raise Problem, "is no marker" unless kind

        marker = Marker.new(text) if kind == "example"
        block, caption = parts[at + 1, 2]
        block = nil if marker && !printed?(block)
        caption = nil unless block && caption && caption.from == caption.to && @lines[caption.from].match?(CAPTION_START)
        Place.new(parts[at], marker, block, caption)
      end

      def unmarked
        outputs = parts.each_index.select { |at| output?(parts[at]) && (at.zero? || parts[at - 1].kind != :marker) }
        outputs.map { |at| "#{path}:#{parts[at].from + 1}: printed output has no marker (example: or kept:)" }
      end

      def stray_captions
        known = places.flat_map { |place| [place.block, place.caption] }
        (parts - known).select { |part| part.kind == :text && @lines[part.from].match?(CAPTION_START) }
                       .map { |part| "#{path}:#{part.from + 1}: a caption is one line, directly after an output with a marker" }
      end

      def complaints(place)
        about = lines_of(place.block)
        undated = !place.marker && about.any?(OUTDATED) && about.grep(/\d{4}-\d\d-\d\d/).empty?
        other = place.marker && prompted(place) != place.marker.argv
        said = [("kept figures of version 0 have no date" if undated), ("its prompt is another command" if other)]
        said.compact.map { |text| "#{path}:#{place.comment.from + 1}: #{text}" }
      end

      # The command after the prompt with which an output begins; without one, that of the marker.
      def prompted(place)
        lines = prompt(place)
        lines.empty? ? place.marker.argv : Shellwords.split(lines.join("\n").delete_prefix("$ ").gsub("\\\n", ""))
      end

      # `$ COMMAND`, on several lines if they end in a backslash, and the empty line after it.
      def prompt(place)
        lines = place.block&.kind == :fence ? inside(place.block) : []
        return [] unless lines.first.to_s.start_with?("$ ")

        [*lines.take_while { |line| line.end_with?("\\") }, lines.find { |line| !line.end_with?("\\") }, ""]
      end

      def of(marker) = examples.select { |place| place.marker.text == marker.text }
      def printed?(part) = part && (part.kind == :table || (part.kind == :fence && !typed?(part)))
      def output?(part) = part.kind == :fence && @lines[part.from].strip == "```" && !typed?(part)
      def typed?(part) = inside(part).first.to_s.match?(TYPED)
      def inside(part) = @lines[part.from + 1...part.to]
      def lines_of(part) = part ? @lines[part.from..part.to] : []
      def figures(lines) = lines.join("\n").scan(FIGURE).uniq
    end
  end
end
