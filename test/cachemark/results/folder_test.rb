# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Results::FolderTest < Minitest::Test
    def in_folder = Dir.mktmpdir { |dir| yield Results::Folder.new("#{dir}/results") }

    def test_keeps_a_result_with_the_copy_of_its_record_below_its_machine
      in_folder do |folder|
        result = MadeResults.run({ "dalli@5.3.2" => 20.0 })
        path = folder.add(result, Results::Folder.compressed("a record\n"))

        assert_equal "amd-epyc-2-9908babf/20261126T100000Z-#{result.id}.json", path.delete_prefix("#{folder.path}/")
        assert_equal [result.facts], folder.results.map(&:facts)
        assert_equal "a record\n", Zlib::GzipReader.open(folder.copy(result), &:read)
      end
    end

    def test_a_folder_has_the_short_name_of_its_processor
      { "Intel(R) Xeon(R) Processor" => "intel-xeon-2-9908babf", "" => "machine-2-9908babf",
        "Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz" => "intel-core-i7-8565u-2-9908babf" }.each do |cpu, name|
        assert_equal name, MadeResults.run({ "dalli@5.3.2" => 20.0 }, machine: { cpu: cpu }).folder
      end
    end

    def test_its_name_may_have_characters_of_patterns
      Dir.mktmpdir do |dir|
        folder = Results::Folder.new("#{dir}/r{1} [old]")
        folder.add(MadeResults.run({ "dalli@5.3.2" => 20.0 }), "")

        assert_equal 1, folder.results.size
      end
    end

    def test_the_same_text_makes_the_same_bytes
      assert_equal Results::Folder.compressed("x" * 99), Results::Folder.compressed("x" * 99)
    end

    def test_a_copy_is_not_longer_than_it_can_be_read
      error = assert_raises(Usage) { Results::Folder.compressed(" " * (Record::Reader::MOST_UNPACKED + 1)) }

      assert_equal "this record cannot be published: its copy has more than 64 MiB\nmeasure for a shorter time", error.message
    end

    def test_says_which_file_is_no_result
      in_folder do |folder|
        FileUtils.mkdir_p("#{folder.path}/m")
        { "{\e" => /x.json: is not JSON\z/, "{}" => /x.json: is not a result/,
          JSON.generate({ "schema" => "cachemark/result/1" }) => /x.json: .*required/ }.each do |text, message|
          File.write("#{folder.path}/m/x.json", text)
          assert_match(message, assert_raises(Usage) { folder.results }.what)
        end
      end
    end

    def test_ignores_what_a_newer_version_added
      facts = MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1, "HANG" => 1, "PASS" => 3 } }).facts
      newer = { **facts, "new" => [1], "machine" => { **facts["machine"], "new" => 1 },
                "cases" => [{ **facts["cases"].first, "new" => 1 }, { **facts["cases"].last, "outcome" => "LEAK" }] }

      in_folder do |folder|
        path = folder.add(MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1, "HANG" => 1, "PASS" => 3 } }), "")
        File.write(path, JSON.generate(newer))

        assert_equal [{ **facts, "cases" => [facts["cases"].first] }], folder.results.map(&:facts)
        File.write(path, JSON.generate({ **facts, "command" => "explain" }))
        assert_empty folder.results
      end
    end

    def test_a_new_result_has_nothing_else_than_its_schema
      facts = MadeResults.run({ "dalli@5.3.2" => 20.0 }).facts

      assert_equal facts, Results::Result.of(facts, path: "x.json").facts
      assert_match(/x.json: .*`\/new`/, assert_raises(Usage) { Results::Result.of({ **facts, "new" => 1 }, path: "x.json") }.what)
    end

    # The files of a pull request are a stranger's.
    def test_a_hostile_result_is_refused
      facts = MadeResults.run({ "dalli@5.3.2" => 20.0 }).facts
      contender = facts["contenders"].first
      { "argv" => ["run", "$(touch x)"], "id" => "0123456789ab\n../../x", "started_at" => "../..\n2026-11-26T10:00:00Z",
        "machine" => { **facts["machine"], "id" => "../../x" },
        "contenders" => [{ **contender, "homepage" => "javascript:alert(1)\nhttps://x" }, { **contender, "client" => "!" }],
        "rows" => [{ **facts["rows"].first, "socket_ratio" => -1 }] }.each do |name, value|
        assert_raises(Usage, name) { Results::Result.read(JSON.generate({ **facts, name => value }), path: "x.json") }
      end
    end

    def test_a_file_has_the_name_and_the_folder_of_its_result
      in_folder do |folder|
        path = folder.add(MadeResults.run({ "dalli@5.3.2" => 20.0 }), "")
        File.rename(path, path.sub("T100000Z", "T110000Z"))

        assert_match(%r{belongs into amd-epyc-2-9908babf/20261126}, assert_raises(Usage) { folder.results }.what)
      end
    end

    def test_a_missing_folder_has_no_results
      assert_match(/there is no folder/, assert_raises(Usage) { Results::Folder.new("/nowhere/results").results }.what)
    end
  end
end
