# frozen_string_literal: true

require "test_helper"

module Check
  class ReferenceTest < Minitest::Test
    include FixtureTree
    require "generated"

    SCHEMA = <<~JSON
      { "title": "cachemark/shop/1", "description": "A shop.", "type": "object", "required": ["rows"],
        "properties": { "rows": { "type": "array", "items": { "$ref": "#/$defs/row" } },
                        "size": { "type": ["integer", "null"], "minimum": 1, "maximum": 9, "description": "a|b" },
                        "pool": { "type": "object", "properties": { "kind": { "enum": ["lifo", null] } } },
                        "by": { "type": "object", "additionalProperties": { "oneOf": [{ "type": "null" }, { "const": "x" }] } },
                        "share": { "$ref": "#/$defs/share" } },
        "$defs": { "row": { "type": "object", "properties": { "name": { "type": "string" } } },
                   "share": { "type": "number", "exclusiveMinimum": 0, "description": "of all" } } }
    JSON

    def test_a_schema_becomes_tables
      assert_includes page("json", "schema/shop.json" => SCHEMA), <<~TEXT
        ## shop

        A shop.

        | Name | Value | Meaning |
        | --- | --- | --- |
        | `rows` | list of [row](#shop-row); required |  |
        | `size` | whole number from 1 to 9 or null | a\\|b |
        | `pool` | mapping |  |
        | `pool.kind` | `lifo` or null |  |
        | `by` | mapping of null or `x` |  |
        | `share` | number above 0 | of all |

        ### shop: row

        | Name | Value | Meaning |
        | --- | --- | --- |
        | `name` | text |  |
      TEXT
    end

    def test_a_schema_gets_the_words_of_the_constants_that_it_names
      words = ->(names) { %({ "$comment": "Vocabulary::Operations::KINDS", "enum": [#{names}] }) }
      files = { "schema/a.json" => words.call(%("shop")), "protocol/b.json" => %({ "enum": ["shop"] }) }

      assert_equal [words.call(%("client", "store")), files["protocol/b.json"]], pages_of(files).values_at(*files.keys)
      assert_includes problems_of("reference", files),
                      "schema/a.json: is not what the declarations say now; write it again: ruby bench/reference.rb"
    end

    def test_every_command_option_and_line_is_there
      commands, record = %w[commands record].map { |name| page(name) }
      options = Cachemark::CLI::COMMANDS.values.flat_map { |name| Cachemark::CLI.const_get(name).groups.values.flatten }

      assert_empty(Cachemark::CLI::COMMANDS.keys.reject { |name| commands.include?("\n## #{name}\n") })
      assert_empty(options.map { |option| option.flag.gsub("|", "\\|") }.reject { |flag| commands.include?("`#{flag}`") })
      assert_empty(Cachemark::Record::Kinds::ROWS.keys.reject { |name| record.include?("\n## #{name}\n") })
    end

    # As bench/prices.rb measured it, with its interval where the verdict is certain.
    def test_a_fixed_release_has_the_price_of_its_fix
      row = page("advisories")[/^\| dalli 5\.2\.0 \| 5\.2\.0 \| 5\.2\.1 \|.*/]

      assert_match(/get: instructions \+\d+\.\d+ % \[.+\], time (?:unresolved|same|[+-]\d)/, row)
    end

    def test_a_page_has_to_be_what_the_declarations_say
      pages = pages_of({})

      assert_empty problems_of("reference", pages)
      old = %w[reference/json.md man/cachemark.1]
      assert_equal [*old.map { |path| "#{path}: is not what the declarations say now; write it again: ruby bench/reference.rb" },
                    "reference/old.md: is made from nothing; remove it"],
                   problems_of("reference", pages.merge(old.to_h { |path| [path, "old\n"] }, "reference/old.md" => ""))
    end

    private

    def page(name, files = {}) = pages_of(files).fetch("reference/#{name}.md")

    # They take seconds, and most tests need those of a project without files.
    def pages_of(files)
      self.class.made[files] ||= Dir.mktmpdir do |root|
        plant(root, files)
        Generated.pages(root)
      end
    end

    def self.made = @made ||= {}
  end
end
