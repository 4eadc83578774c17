# frozen_string_literal: true

require "pathname"

module Cachemark
  module Audit
    module Readers
      # requirements.txt of pip.
      module Requirements
        REGISTRY = "pypi"
        # The ends of lines that pip knows in addition: those of Python's splitlines.
        ENDS = "\v\f\r\x1c-\x1e\u0085\u2028\u2029"
        # -r FILE, --requirement=FILE, -c FILE, --constraint FILE, also after other options.
        INCLUDE = /\A(?:-.*?\s)??(-r|-c|--requirement|--constraint)(?:[\s=]\s*|(?<=-[rc]))("[^"]*"|'[^']*'|\S+)/
        EDITABLE = /\A(?:-e|--editable)(?:[\s=]\s*|(?<=-e))/
        # NAME[EXTRA] REST, and the exact releases in the rest.
        NAMED = /\A([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)\z/
        EXACT = /\A===?\s*([^\s*,;]+)\z/
        # A file or an address, which may name its package.
        ADDRESS = %r{\A(?:[A-Za-z][A-Za-z0-9+.-]*:|\.{0,2}/|\.\z)|[\\/]|\.(?:whl|zip|tar\.\w+)\z}
        EGG = /[#&]egg=([\w.-]+)/
        BUILT = %r{([^/\\]+?)-v?\d[^/\\]*\z}
        REPOSITORY = %r{([\w.-]+?)(?:\.git)?(?:@[^/]*)?(?:#.*)?\z}
        # The longest requirement without its digests.
        LONGEST = 1000
        private_constant :ENDS, :LONGEST, :INCLUDE, :EDITABLE, :NAMED, :EXACT, :ADDRESS, :EGG, :BUILT, :REPOSITORY

        class << self
          #: (String, String, Hash[String, Set[String]]) -> Reading
          def read(text, file, names)
            found = logical(text).filter_map { |line, words| entry(words, file, line, names.fetch(REGISTRY)) }.group_by(&:class)
            Reading.new(packages: found.fetch(Package, []), gaps: found.fetch(Gap, []), includes: found.fetch(Include, []))
          end

          private

          # [number, text] of each line that says something: joined where it ends with a backslash, and without comments.
          def logical(text)
            whole = []
            continued = false
            text.gsub("\r\n", "\n").tr(ENDS, "\n").split("\n").each_with_index do |line, index|
              comment = line.match?(/\A\s*#/)
              continued && !comment ? whole.last.last << line : whole << [index + 1, +line]
              continued = !comment && whole.last.last.delete_suffix!("\\")
            end
            whole.map { |number, line| [number, line.sub(/(?:\A|\s)#.*/m, "").strip] }.reject { |_, line| line.empty? }
          end

          def entry(words, file, line, names)
            editable = words.match?(EDITABLE)
            option, path = words.match(INCLUDE)&.captures if words.start_with?("-") && !editable
            words = words.sub(/\s--\w.*/m, "")
            return Gap.new(file: file, line: line, why: "the line is too long") if words.size > LONGEST
            return included(option, path, file, line) if option
            return if words.start_with?("-") && !editable

            text = words.sub(EDITABLE, "").strip
            name, rest = text.match(NAMED)&.captures
            elsewhere = editable || name.nil? || (text.sub(/;.*/, "").match?(ADDRESS) && !rest.start_with?("@"))
            return address(text, file, line, names) if elsewhere

            package(name, rest, file, line, names)
          end

          def included(option, path, file, line)
            path = path.delete("\"'")
            return Gap.new(file: file, line: line, why: "it includes an address") if path.match?(%r{\A[a-z]+://})

            folder = File.dirname(file)
            whole = path.start_with?("/") || folder == "." ? path : "#{folder}/#{path}"
            Include.new(file: Pathname(whole).cleanpath.to_s, line: line, constraint: option.delete("-").start_with?("c"))
          end

          def package(name, rest, file, line, names)
            name = Readers.normal(name)
            return unless names.include?(name)

            asked = rest.sub(/;.*/m, "").strip.delete_prefix("(").delete_suffix(")")
            version = asked.split(",").filter_map { |constraint| constraint.strip[EXACT, 1] }.first
            why = asked.start_with?("@") ? "it comes from an address" : "the file pins no version"
            Package.new(registry: REGISTRY, name: name, file: file, line: line, version: version, why: (why unless version))
          end

          # An address that names another package does not matter; one without a name may be any.
          def address(text, file, line, names)
            plain = text.sub(/\s*;.*/m, "")
            name = plain[EGG, 1] || plain[BUILT, 1] ||
                   plain.split(%r{[/\s]}).find { |part| names.include?(Readers.normal(part)) } ||
                   (plain[REPOSITORY, 1] if plain.match?(/\A\w+\+/))
            return Gap.new(file: file, line: line, why: "it names no package, but a folder or an address") unless name

            name = Readers.normal(name)
            return unless names.include?(name)

            Package.new(registry: REGISTRY, name: name, file: file, line: line, why: "it comes from an address")
          end
        end
      end
    end
  end
end
