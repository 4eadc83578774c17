# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::FaultTest < Minitest::Test
    def test_has_a_variant_for_each_combination_and_a_name_for_each_case
      fault = MadeTrial.fault(over: { "call" => %w[get set], "at" => [1, 2] })

      assert_equal [["get", 1], ["get", 2], ["set", 1], ["set", 2]], fault.variants.map { |one| one.values_at("call", "at") }
      assert_equal [{}], MadeTrial.fault(over: {}).variants
      assert_equal ["interrupt", "interrupt/made-in-get", "interrupt/made-in-set"],
                   [MadeTrial.fault.category, *MadeTrial.fault.case_ids]
    end
  end

  class Catalog::Fault::ReaderTest < Minitest::Test
    SCHEMA = Catalog::Document::Schema.new("#{ROOT}/catalog", "fault")
    TEXT = <<~YAML
      title: a timeout ends a call
      happens: it does
      invariant: all is well
      source: "nobody saw it"
      form: cut/short-in-{call}
      over:
        call: [get, multi, set]
      proxy:
        do: [{ wait_ms: 120 }, { pass: rest }]
      steps:
        - subject: { interrupt: { by: timeout, after_ms: 30 } }
        - read: others
      repeats: 10
      judges: [own-value, recovers]
      controls: [keeps-connection]
    YAML

    def test_its_place_is_its_id
      fault = read(TEXT.sub(/^form.*\n/, "").sub("repeats: 10\n", ""))

      assert_equal ["cut/short", "cut/short-{call}", %w[own-value recovers], 1, ["keeps-connection"]],
                   fault.to_h.values_at(:id, :form, :judges, :repeats, :controls)
      assert_equal "cut/short-in-{call}", read(TEXT).form
    end

    def test_a_file_elsewhere_is_refused
      %w[mine.yml cut/My_Case.yml cut/more/short.yml].each do |place|
        error = assert_raises(Usage, place) { reader.read(Catalog::Document.new("/x/catalog/fault/#{place}", TEXT)) }

        assert_match(%r{\A/x/catalog/fault/#{place}:1: the file does not have the path of a fault\nname it }, error.message)
      end
    end

    # [a part of the file, what it becomes] => the message after the path.
    REFUSED = {
      # An unknown word.
      ["repeats: 10", "repeatz: 10"] => "short.yml:13: /repeatz is not known here\nDid you mean repeats?",
      ["own-value", "own-vale"] => "short.yml:14: /judges/0 is \"own-vale\"\nDid you mean own-value?",
      ["own-value", "nothing"] => /short.yml:14: .*\nAllowed: refuses, lives, /,
      ["read: others", "read: other"] => "short.yml:12: /steps/1/read is \"other\"\nAllowed: others, all, subject",
      ["repeats: 10", "repeats: ten"] => /short.yml:13: .repeats is "ten"; it must be how often, or "lines".*\nsee contrib/,
      # A part is missing.
      [/^title.*\n/, ""] => /short.yml:1: the file needs title\nKnown here: title, /,
      [TEXT, ""] => /short.yml:1: the file is empty; it must be a fault\nsee contributing.fault/,
      [TEXT, "- 1\n"] => /short.yml:1: the file is \[1\]; it must be a mapping/,
      # Moves are closed.
      ["wait_ms: 120", "wiat_ms: 120"] => "short.yml:9: /proxy/do/0/wiat_ms is not known here\nDid you mean wait_ms?",
      ["wait_ms: 120", "wait_ms: -1"] => /short.yml:9: .proxy.do.0.wait_ms must be at least 1\nsee contributing.fault/,
      ["pass: rest", "pass: everything"] => /short.yml:9: .proxy.do.1.pass is "everything"; it must be a number of bytes, /,
      ["pass: rest", "pass: rest, drop: rest"] => %r{short.yml:9: /proxy/do/1 has too many entries, at most 1\n},
      # A control is needed, and must be there.
      ["[keeps-connection]", "[]"] => %r{short.yml:15: /controls needs entries, at least 1\n},
      [/^controls.*\n/, ""] => /short.yml:1: the file needs controls\n/,
      ["keeps-connection", "keeps-conection"] => /short.yml:15: .controls.0 names "keeps-conection", .*\nDid you mean keeps/,
      # Each variable is among `over`, and in the form.
      ["{call}", "{cal}"] => "short.yml:5: /form names {cal}, which is not among over\nDid you mean call?",
      ["-in-{call}", ""] => "short.yml:5: /form gives two cases the name cut/short\nwrite each variable of over in it: {call}",
      ["form: cut", "form: key"] =>
        "short.yml:5: /form is \"key/short-in-{call}\", which is not the category of its folder\nbegin it with cut/",
      # A key and a value must be there.
      ["read: others", "call: { op: get, key: k9 }"] => /short.yml:12: .steps.1.call.key names "k9", .* among keys\nevery/,
      ["read: others", "try: { op: add, key: k1, value: nw-k1 }"] => /value names "nw-k1", .* values\nDid you mean new-k1/,
      ["read: others", "try: { op: set_multi, keys: [k1], values: [nw-k1] }"] => /values names "nw-k1", .*\nDid you mean new-k1/,
      ["read: others", "try: { op: set_multi, keys: [k1, k2], values: [new-k1] }"] => /values has 1 values for 2 keys\ngive /
    }.freeze
    TAKEN = [*%w[1 number body rest].map { |word| ["pass: rest", "pass: #{word}"] }, ["keeps-connection", "python/leaks"],
             ["read: others", "try: { op: set_multi, keys: [k1, k2], values: [new-k1, new-k2] }"]].freeze

    def test_a_part_that_is_wrong_is_refused_with_its_line
      REFUSED.each do |(from, to), message|
        refusal = assert_raises(Usage, to) { read(TEXT.sub(from) { to }) }.message.delete_prefix("/x/catalog/fault/cut/")

        message.is_a?(Regexp) ? assert_match(/\A.*#{message}/, refusal) : assert_equal(message, refusal)
      end
      TAKEN.each { |from, to| assert read(TEXT.sub(from, to)) }
    end

    def test_a_variable_that_changes_nothing_is_refused
      error = assert_raises(Usage) { read(TEXT.sub("{call}", "{cal}").sub("  call:", "  cal:")) }

      assert_match(%r{short.yml:7: /over/cal changes nothing: .*\nDid you mean call\?\z}, error.message)
    end

    def test_each_value_of_a_variable_must_fit_its_place
      over = TEXT.sub("over:\n", "over:\n  loss: [end, rset]\n").sub("{call}", "{call}-{loss}")
      error = assert_raises(Usage) { read(over.sub("pass: rest", "close: \"{loss}\"")) }

      assert_match(%r{short.yml:10: /proxy/do/1/close is "rset" where loss is rset\nAllowed: end, reset\z}, error.message)
    end

    def test_every_file_of_the_catalogue_is_read
      paths = Dir["#{ROOT}/catalog/fault/**/*.yml"]

      refute_empty paths
      assert_equal paths.size, Catalog.load.faults.size
    end

    def test_no_two_cases_have_one_id
      duplicates = Fault::Case.all(Catalog.load.faults.values).map(&:id).tally.select { |_, count| count > 1 }

      assert_empty duplicates
    end

    # A room that `fault` knows nothing of, and that may know nothing of it.
    def test_the_schema_has_moves_that_can_be_made
      schema = JSON.parse(File.read("#{ROOT}/catalog/schema/fault.json"))

      assert_empty schema.dig("$defs", "move", "properties").keys - Fault::Moves.private_instance_methods(false).map(&:to_s)
    end

    def test_the_schema_has_the_calls_that_a_script_can_make
      schema = JSON.parse(File.read("#{ROOT}/catalog/schema/fault.json"))
      calls = Fault::Script::CALLS
      ops = [*calls.values.map { |step| step["op"] }, "flush"]

      assert_equal ops.sort, schema.dig("$defs", "call", "properties", "op", "enum").sort
      calls.each_key { |call| assert Fault::Script.new(MadeTrial.one(call, over: { "call" => [call] }), MadeTrial::CANARY).subject_key }
    end

    def test_each_kind_of_client_has_the_calls_of_a_script
      lacking = Vocabulary::Operations::KINDS.to_h do |kind|
        steps = Fault::Script.for_kind(Fault::Script::CALLS.values, kind)
        [kind, steps.map { |step| step["op"] } - Vocabulary::Operations.of(kind)]
      end

      assert_equal({ "client" => [], "store" => ["fetch_locked"] }, lacking)
    end

    private

    def reader = Catalog::Fault::Reader.new(schema: SCHEMA, mutants: %w[keeps-connection leaks-threads python/leaks])

    def read(text) = reader.read(Catalog::Document.new("/x/catalog/fault/cut/short.yml", text))
  end

  class Catalog::FaultFolderTest < Minitest::Test
    include FixtureTree

    TEXT = "title: t\nhappens: h\ninvariant: i\nsource: s\njudges: [own-value]\ncontrols: [leaks]\nsteps: [{ subject: {} }]\n"

    def test_reads_all_faults_of_the_folder_sorted
      assert_equal %w[cut/a cut/b], faults("cut/b.yml" => TEXT, "cut/a.yml" => TEXT).keys
    end

    def test_two_faults_have_no_case_in_common
      error = assert_raises(Usage) { faults("cut/a.yml" => TEXT, "cut/b.yml" => "form: cut/a\n#{TEXT}") }

      assert_match(%r{fault/cut/b.yml:1: /form gives a case the name cut/a, and cut/a.yml has one\ngive one}, error.message)
    end

    def test_a_file_that_is_wrong_is_named
      error = assert_raises(Usage) { faults("cut/a.yml" => TEXT, "cut/b.yml" => TEXT.sub("judges", "judgs")) }

      assert_match(%r{fault/cut/b.yml:5: /judgs is not known here\nDid you mean judges\?\z}, error.message)
    end

    private

    def faults(files)
      Dir.mktmpdir("cachemark-fault") do |root|
        plant(root, files.transform_keys { |place| "fault/#{place}" })
        reader = Catalog::Fault::Reader.new(schema: Catalog::Document::Schema.new("#{ROOT}/catalog", "fault"), mutants: ["leaks"])
        Catalog::Fault::Reader::Folder.new("#{root}/fault", reader: reader).faults
      end
    end
  end

  class Catalog::Fault::Reader::VariablesTest < Minitest::Test
    def test_each_case_has_its_own_values
      data = { "over" => { "loss" => %w[end reset], "ms" => [1] }, "keys" => { "x" => "{k2}" },
               "proxy" => { "at" => "reply", "do" => [{ "wait_ms" => "{ms}" }, { "close" => "{loss}" }] },
               "steps" => [{ "say" => "{loss}-{ms}" }] }
      first, = made(data).cases

      assert_equal({ "loss" => "end", "ms" => 1 }, first.first)
      assert_equal({ **data, "proxy" => { "at" => "reply", "do" => [{ "wait_ms" => 1 }, { "close" => "end" }] },
                             "steps" => [{ "say" => "end-1" }] }, first.last)
      assert_equal 2, made(data).cases.size
    end

    def test_cases_are_those_of_the_room_of_faults
      Catalog.load.faults.each_value do |fault|
        data = Catalog::Document.read("#{ROOT}/catalog/fault/#{fault.id}.yml").data
        cases = Fault::Case.all([fault])

        assert_equal cases.map(&:id), fault.case_ids
        assert_equal cases.map { |one| one.filled(fault.steps) }, made(data).cases.map { |_, filled| filled["steps"] }
        assert_equal cases.map { |one| one.filled(fault.proxy.to_h["do"]) },
                     made(data).cases.map { |_, filled| filled["proxy"].to_h["do"] }
      end
    end

    def test_leaves_malformed_data_to_the_schema
      no_words = { "proxy" => [], "steps" => 7, "form" => 3 }
      [{ "over" => 1 }, { "over" => { "a" => 1 } }, { "over" => { "a" => [] } }, no_words].each do |data|
        assert_equal [[{}, data]], made(data).cases
        assert_nil made(data).problem
      end
    end

    def test_an_unknown_variable_is_reported_with_its_place
      data = { "steps" => [{ "call" => { "key" => "{kee}" } }], "over" => { "key" => ["a"] } }

      assert_equal ["/steps/0/call/key", "names {kee}, which is not among over", "Did you mean key?"], made(data).problem
      assert_equal "give it values: over: { kee: [...] }", made(data.except("over")).problem.last
    end

    def test_refuses_a_form_that_names_a_variable_twice
      assert_equal ["/form", "names {a} twice", "name it once"], made("form" => "x/{a}-{a}", "over" => { "a" => [1] }).problem
    end

    def test_call_makes_a_difference_where_a_subject_is
      steps = [{ "again" => { "steps" => [{ "subject" => {} }] } }]

      assert_nil made("over" => { "call" => ["get"] }, "steps" => steps).idle
      assert_equal "/over/call", made("over" => { "call" => ["get"] }, "steps" => [{ "read" => "all" }]).idle.first
      assert_equal "write {loss} where its values belong", made("over" => { "loss" => ["end"] }, "steps" => steps).idle.last
    end

    def test_reports_the_value_of_a_variable_that_produced_a_part
      variables = made("over" => { "a" => ["x"] }, "steps" => [{ "say" => "{a}" }, { "say" => "b" }])

      assert_equal " where a is x", variables.remark("/steps/0/say", { "a" => "x" })
      assert_nil variables.remark("/steps/1/say", { "a" => "x" })
      assert_nil variables.remark("/nowhere/0", { "a" => "x" })
    end

    private

    def made(data) = Catalog::Fault::Reader::Variables.new(data)
  end
end
