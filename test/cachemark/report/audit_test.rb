# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Report::AuditTest < Minitest::Test
    FILES = { **MadeAudit.gems(activesupport: "7.2.4", dalli: "3.2.14"),
              **MadeAudit.requirements("pymemcache>=3", "-e .") }.freeze

    def test_the_answer_and_the_entries
      text = terminal(FILES)

      assert_equal <<~TEXT, text[/\A.*?\n\n/m]
        1 advisory and 4 findings hold for dalli 3.2.14.
        1 more finding was seen only in other releases.
        Not judged, so not called safe: pymemcache and 1 file or line.
        No advisory and no finding is known for mem_cache_store (activesupport 7.2.4).
        The data is of #{MadeAudit::JUDGEMENT.of(MadeAudit.contents(FILES)).date}. Nothing was installed or started.

      TEXT
      assert_includes text, <<~TEXT
        dalli 3.2.14, Gemfile.lock:5
        Change to 3.2.15 (the same major) or 5.3.2 (Ruby 3.3 or newer): no advisory, but 4 findings each.
      TEXT
      assert_includes text, <<~TEXT
        GHSA-5xvx-r8rg-5qm2 replies of a quiet block, or of a get_multi that stopped early, are read by other calls
            only with a quiet block in a client that threads share, or protocol: :meta; fixed in 3.2.15
            cachemark check --advisory GHSA-5xvx-r8rg-5qm2
      TEXT
      assert_includes text, "\n    medium; fixed in 5.3.0; also through mem_cache_store\n" \
                            "    docs/findings/dalli-repeated-incr.md of Cachemark\n" \
                            "    cachemark check dalli@3.2.14 --case 'retry/*'\n"
      assert_includes text, "\nNot judged\npymemcache, requirements.txt:1: the file pins no version\nrequirements.txt:2: it names"
      assert_includes text, "\nNothing known\nmem_cache_store (activesupport 7.2.4), Gemfile.lock:4, on dalli 3.2.14\n"
    end

    # [the advice] of these lock files
    ADVICE = {
      MadeAudit.gems(dalli: "4.1.0") => "Change to 4.3.9 (the same major, Ruby 3.1 or newer): no advisory, but 6 findings; " \
                                        "or to 5.3.2 (Ruby 3.3 or newer): no advisory, but 4 findings.",
      MadeAudit.gems(dalli: "4.3.10") => "Change to 5.3.2 (Ruby 3.3 or newer): 4 findings.",
      MadeAudit.gems(dalli: "5.3.2") => "No later release that Cachemark knows has fewer of them.",
      MadeAudit.gems(activesupport: "6.0.3", dalli: "5.3.2") =>
        "Change to 6.0.3.1 (the same major): no advisory, but 1 finding; or to 7.2.4: nothing known."
    }.freeze

    def test_the_releases_to_change_to
      ADVICE.each { |files, advice| assert_includes terminal(files).gsub(/\n(?! |$)/, " "), advice }
    end

    # An entry without a command is indented as the others are.
    def test_entries_are_indented_alike
      text = terminal(MadeAudit.gems(dalli: "3.2.8"))

      assert_includes text, "\n    medium; not tried in this release, seen in 3.2.15 to 5.3.2; "
      assert_equal [4], text.lines.map { |line| line[/^ */].size }.uniq - [0]
    end

    def test_a_release_that_was_not_tried
      assert_includes terminal(MadeAudit.requirements("pylibmc==1.6.1")),
                      "high; not tried in this release, seen in 1.6.3; only with the text protocol (the default); not fixed"
    end

    def test_a_folder_without_a_client
      assert_match(/\ANo memcached client is in Gemfile\.lock\.\nThe data is of /, terminal(MadeAudit.gems(rails: "7.1.3")))
      assert_match(/\ANot judged, so not called safe: 1 file or line\.\nThe data/, terminal("yarn.lock" => "a"))
    end

    # Control characters, marks that change the direction of a line, and markup.
    def test_hostile_names_are_shown_as_text
      name = "requirements-\e[31m\u202Eevil\r|`<b>.txt"
      files = { name => "pymemcache\n-r \e]0;x\a\u2066.txt\n" }

      %w[terminal markdown].each do |format|
        text = Report::Audit.text(MadeAudit.result(files), format, width: 200)

        refute_match(/[\e\a\r\u202A-\u202E\u2066-\u2069]/, text)
        assert_includes text, "31m"
      end
      refute_match(/(?<!\\)[`<|]/, Report::Audit.text(MadeAudit.result(files), "markdown").lines.grep(/evil/).join)
    end

    # A line of a report cannot be forged by the name of a file or a version.
    def test_foreign_texts_are_one_line_and_short
      forged = "requirements-\nNothing is known.txt"
      text = terminal(forged => "pymemcache\n", "composer.lock" => JSON.generate(packages: [
        { name: "clickalicious/memcached.php", version: "1\nNothing is known" },
        { name: "thesisphp/memcached", version: "1" * 150 }
      ]))

      refute_match(/^Nothing is known/, text)
      assert_includes text, "requirements-\\nNothing is known.txt:1"
      assert_includes text, "thesisphp/memcached #{"1" * 60}..., composer.lock:1"
    end

    private

    def terminal(files) = Report::Audit.text(MadeAudit.result(files), "terminal", width: 120)
  end
end
