# frozen_string_literal: true

require "test_helper"

module Check
  class ProseTest < Minitest::Test
    include FixtureTree

    LONG = "#{(["word"] * 31).join(" ")}."

    def test_plain_english_passes
      assert_empty problems_of("prose", "a.md" => "# A title\n\nCachemark prints a table. Press Ctrl-C to stop.\n")
    end

    def test_names_a_long_sentence_with_its_line
      assert_equal ["a.md:3: a sentence of 31 words: #{(["word"] * 9).join(" ")}"],
                   problems_of("prose", "a.md" => "# A\n\n#{LONG}\n")
    end

    def test_a_full_stop_ends_a_sentence_and_an_abbreviation_does_not
      assert_empty problems_of("prose", "a.md" => "#{(["word"] * 30).join(" ")}. Then #{(["word"] * 29).join(" ")}.\n")
      assert_equal 1, problems_of("prose", "a.md" => "#{(["word"] * 20).join(" ")}, e.g. #{(["Word"] * 20).join(" ")}.\n").size
    end

    def test_names_a_long_paragraph
      problems = problems_of("prose", "a.md" => "#{"One two three four five. " * 25}\n")

      assert_match(/a.md:1: a paragraph of 125 words/, problems.join)
    end

    def test_names_old_words_and_what_to_write
      problems = problems_of("prose", "a.md" => "The note stands below the table.\n\n- A neighbour took 3 us.\n")

      assert_equal ["a.md:1: \"stands\" (is, appears): The note stands below the table.",
                    "a.md:3: \"neighbour\" (other process): A neighbour took 3 us.",
                    "a.md:3: \"3 us\" (µs): A neighbour took 3 us."], problems
    end

    def test_a_clause_is_no_subject_but_a_question_may_begin_so
      assert_equal 1, problems_of("prose", "a.md" => "What it found in the client is in the table below.\n").size
      assert_empty problems_of("prose", "a.md" => "What did it find in the client that was checked? See below.\n")
      assert_empty problems_of("prose", "a.md" => "What interrupted calls leave behind.\n")
    end

    def test_items_and_cells_are_paragraphs
      assert_empty problems_of("prose", "a.md" => "- #{(["word"] * 20).join(" ")}\n- #{(["word"] * 20).join(" ")}\n")
      assert_match(/\Aa.md:3: .*"told"/, problems_of("prose", "a.md" => "| a | b |\n|---|---|\n| `told` | is told |\n").join)
    end

    def test_code_comments_and_generated_parts_are_no_prose
      page = "```\nit stands\n```\n\nSee `situation`, [the page](relay.md).\n\n<!-- example: relay -->\n\n    a relay\n\n" \
             "<!-- included: calibration -->\n\nthe relay\n\n<!-- end of calibration -->\n"

      assert_empty problems_of("prose", "a.md" => page)
    end

    def test_texts_of_programs_are_prose
      source = <<~RUBY
        # it is below
        SHORT = "it stands"
        raise Usage.new("\#{name} stands " \\
                        "there twice", try: "remove one of them")
        puts "three words \#{find("it was told that")} and more"
      RUBY

      assert_equal ["lib/a.rb:3: \"stands\" (is, appears): CODE stands there twice",
                    "lib/a.rb:5: \"told\" (reports, shows, says): it was told that"],
                   problems_of("prose", "lib/a.rb" => source, "test/a.rb" => source)
    end

    def test_comments_and_names_of_tests_are_prose
      source = <<~RUBY
        # It stands below. `situation` is code, and so is the example:
        #
        #   stands(1)
        #: (stands) -> void
        def test_it_is_NAME = 1 # NAME
      RUBY

      assert_equal ["test/a.rb:1: \"stands\" (is, appears): It stands below.",
                    "test/a.rb:5: \"told\" (reports, shows, says): told",
                    "test/a.rb:5: \"told\" (reports, shows, says): test it is told"],
                   problems_of("prose", "test/a.rb" => source.gsub("NAME", "told"))
    end

    def test_each_item_of_a_comment_is_a_paragraph
      item = "# - #{(["word"] * 20).join(" ")}\n"

      assert_empty problems_of("prose", "test/a.rb" => item * 2)
      assert_equal 1, problems_of("prose", "test/a.rb" => item + item.sub("- ", "  ")).size
    end

    def test_docstrings_and_comments_of_python_are_prose
      source = %(def a():\n    """It is told.\n\n        stands -> 1\n    """\n    # It stands.\n)

      assert_equal ["drivers/a.py:6: \"stands\" (is, appears): It stands.",
                    "drivers/a.py:2: \"told\" (reports, shows, says): It is told."],
                   problems_of("prose", "drivers/a.py" => source)
    end

    def test_texts_of_the_catalogue_and_the_schemas_are_prose
      assert_equal ["catalog/clients/a.yml:2: \"the ruler\" (harness overhead): cost of the ruler"],
                   problems_of("prose", "catalog/clients/a.yml" => "id: a\nsummary: cost of the ruler\n")
      assert_equal ["schema/a.json:2: \"told\" (reports, shows, says): it is told so"],
                   problems_of("prose", "schema/a.json" => "{\n  \"description\": \"it is told so\" }\n")
    end

    def test_an_exception_needs_a_reason_and_something_to_except
      exceptions = "- { file: a.md, text: stands, reason: a quotation }\n- { file: b.md, text: told }\n"
      problems = problems_of("prose", "a.md" => "It stands.\n", "check/prose.yml" => exceptions)

      assert_equal ["check/prose.yml: excepts nothing: b.md, told", "check/prose.yml: no reason: b.md"], problems
    end
  end
end
