# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::PublishTest < Minitest::Test
    include ACommand

    def test_makes_a_site_of_a_history
      keep
      publish(file("site"))

      assert_match(/\A1 run, 0 changes: \d+ files written, 0 unchanged, 0 removed\.\nOpen .*\/site\/index\.html\n\z/, out.string)
      assert_includes File.read(file("site/index.html")), "1 run of 2 clients on 1 machine"
      refute_path_exists file("site/data/records")
    end

    def test_again_it_is_the_same
      keep
      publish(file("site"))
      out.truncate(0)
      publish(file("site"))

      assert_match(/: 0 files written, \d+ unchanged, 0 removed/, out.string)
    end

    def test_the_records_go_with_it_on_request
      keep
      publish(file("site"), "--records")
      kept = Dir.glob("records/*.jsonl", base: file("history"))

      assert_equal 1, kept.size
      assert_equal File.read(file("history/#{kept.first}")), File.read(file("site/data/#{kept.first}"))
      assert_includes File.read(file("site/runs.html")), %(href="data/#{kept.first}")
    end

    def test_a_folder_with_other_files_is_refused
      keep
      FileUtils.mkdir_p(file("mine"))
      file("mine/notes.txt", "mine")
      assert_match(/holds files that publish did not write/, refused("publish", file("mine"), "--history", file("history")))
      refute_path_exists file("site")
    end

    def test_an_empty_history_is_no_site
      keep
      command("history", "prune", "--keep", "0", "--history", file("history"))

      assert_match(/has no runs yet\ncachemark history add RECORD/,
                   refused("publish", file("site"), "--history", file("history")))
      refute_path_exists file("site")
    end

    def test_summarises_a_record_into_results_and_makes_their_site
      assert_equal 0, command("publish", "--results", file("results"), "--add", publishable)
      path = out.string.chomp
      assert_equal 0, command("publish", file("site"), "--results", file("results"))

      assert_match(/\A1 result: \d+ files written/, out.string)
      assert_equal "dalli@1.0", JSON.parse(File.read(path))["contenders"].last["notation"]
      assert_path_exists path.sub(/json\z/, "jsonl.gz")
      assert_includes File.read(file("site/index.html")), "Which memcached client should I use?"
      assert_includes File.read(file("site/clients/ruby-dalli.html")), "client/set"
    end

    def test_a_record_is_added_once
      2.times { command("publish", "--results", file("results"), "--add", publishable) }

      assert_equal 1, Dir.glob("#{file("results")}/*/*.json").size
    end

    def test_a_published_copy_is_a_record
      command("publish", "--results", file("results"), "--add", publishable)

      assert_equal 0, command("show", out.string.chomp.sub(/json\z/, "jsonl.gz"))
      assert_includes out.string, "dalli"
    end

    def test_a_result_is_what_its_record_says
      assert_equal [0, "as its record says"], verified { nil }
    end

    def test_says_where_a_result_differs_from_its_record
      assert_equal [1, 'answer/0 is "dalli is bad.", and by its record "dalli costs 2.00 × socket in 1 scenario."'],
                   verified { |path| edit(path) { |facts| facts["answer"][0] = "dalli is bad." } }
      assert_equal [1, "rows/0/wall_ns is 1, and by its record 2000.0"],
                   verified { |path| edit(path) { |facts| facts["rows"][0]["wall_ns"] = 1 } }
    end

    # Nothing of it can be computed again, and the command says so.
    def test_a_result_without_the_copy_of_its_record_has_its_digest
      alone = lambda do |path|
        FileUtils.rm(path.sub(/json\z/, "jsonl.gz"))
        list(path)
      end

      assert_equal [0, "has its published digest; the copy of its record is not here, so its figures cannot be computed again"],
                   verified(&alone)
      code, said = verified do |path|
        alone.call(path)
        File.write(path, File.read(path).sub("2000.0", "1000.0"))
      end

      assert_equal 1, code
      assert_match(%r{\Aits digest is not the published one in .*/results/SHA256SUMS\z}, said)
    end

    # The record of another version does not prove the words of a result.
    def test_a_result_with_the_copy_of_its_record_also_has_the_digest_that_is_listed
      code, said = verified(version: "0.9.0") do |path|
        list(path)
        edit(path) { |facts| facts["answer"] = ["dalli is fine."] }
      end

      assert_equal 1, code
      assert_match(/\Aits digest is not the published one/, said)
    end

    def test_the_site_says_which_results_have_a_record
      command("publish", "--results", file("results"), "--add", publishable)
      copy = out.string.chomp.sub(/json\z/, "jsonl.gz")
      pages = [-> {}, -> { FileUtils.rm(copy) }].map do |change|
        change.call
        command("publish", file("site"), "--results", file("results"))
        [File.read(file("site/data.html")), Dir.glob("#{file("site")}/**/*.gz").size]
      end

      assert_equal [1, 0], pages.map(&:last)
      said = pages.map { |page, _| [page.include?("jsonl.gz"), page.include?("but not computed again")] }

      assert_equal [[true, false], [false, true]], said
      refute_match(/unpacked|>record</, pages.last.first)
    end

    # Another version may use other words, but has the same figures, and as many sentences.
    def test_the_words_of_another_version_are_not_compared
      reworded = lambda do |facts|
        facts["answer"] = ["dalli is fine."]
        facts["notes"] = []
        facts["rows"][0]["footnotes"].map! { |sentence| "#{sentence}!" }
      end

      assert_equal [0, "as its record says"], verified(version: "0.9.0") { |path| edit(path, &reworded) }
      assert_equal [1, "rows/0/wall_ns is 1, and by its record 2000.0"],
                   verified(version: "0.9.0") { |path| edit(path) { |facts| facts["rows"][0]["wall_ns"] = 1 } }
      assert_equal [1, "rows/0/reason is 1, and by its record 0"],
                   verified(version: "0.9.0") { |path| edit(path) { |facts| facts["rows"][0]["reason"] = "it is bad" } }
    end

    def test_members_of_a_newer_version_are_not_compared
      assert_equal [0, "as its record says"], verified { |path| edit(path) { |facts| facts["rows"][0]["new"] = 1 } }
    end

    def test_a_result_is_not_of_the_future
      code, said = verified do |path|
        later = path.sub(/2026(?=\d{4}T)/, "2126")
        File.rename(path, later)
        edit(later) { |facts| facts["started_at"].sub!("2026", "2126") }
      end

      assert_equal [1, true], [code, said.include?("which is to come")]
    end

    # Each with one name of the file, and as text.
    def test_a_damaged_result_is_said_to_be_damaged
      assert_equal [1, "is not JSON"], verified { |path| File.write(path, "{\e") }
      _, said = verified { |path| edit(path) { |facts| facts["started_at"].sub!(/-../, "-99") } }
      assert_match(%r{/started_at.* does not match}, said)
      named = verified { |path| edit(path) { |facts| facts["contenders"][1]["departures"]["\e[31m"] = %w[on off] } }.last

      assert_match(%r{\Acontenders/1/departures/\\e\[31m is }, named)
      File.binwrite(file("results/SHA256SUMS"), "\xFF\n")
      assert_equal 0, command("publish", "--results", file("results"), "--verify", publish_again)
    end

    # Its members have the right types, and no run has such figures.
    def test_a_site_of_impossible_results_is_refused
      publish_again.then { |path| edit(path) { |facts| facts["rows"].each { |row| row["interval"] = [-1, 1] } } }

      assert_match(/\A.*results: its figures cannot be read \(Math::DomainError: .*\)\ncompare each result with its record: /,
                   refused("publish", file("site"), "--results", file("results")))
    end

    def test_the_copy_of_a_record_is_not_trusted
      { ->(copy) { FileUtils.rm(copy) } => %r{neither its digest nor the copy of its record is in .*/results},
        ->(copy) { File.binwrite(copy, Results::Folder.compressed("{}\n")) } => /of another record/,
        ->(copy) { File.binwrite(copy, compressed(Zlib.gunzip(File.binread(copy)).swapcase)) } => /of another record/,
        ->(copy) { File.binwrite(copy, compressed(" " * 70_000_000)) } => /unpacks to more than 64 MiB/,
        ->(copy) { File.truncate(copy, 33 << 20) } => /has more than 32 MiB/,
        ->(copy) { File.binwrite(copy, "PK") } => /cannot be read/ }.each do |change, complaint|
        code, said = verified { |path| change.call(path.sub(/json\z/, "jsonl.gz")) }

        assert_equal 1, code
        assert_match complaint, said
      end
    end

    def test_a_command_has_no_files_of_its_machine
      made = publishable(run: { "argv" => ["run", "dalli", "--record", "#{Dir.home}/acme/x.jsonl"] })
      command("publish", "--results", file("results"), "--add", made)

      assert_equal %w[run dalli], JSON.parse(File.read(out.string.chomp))["argv"]
      assert_match(%r{…/mine.yml names a file}, refused("publish", "--results", file("results"), "--add",
                                                       publishable(run: { "argv" => %w[run --suite acme/mine.yml] })))
    end

    def test_refuses_records_that_say_nothing_about_releases
      { { ending: { "outcome" => "interrupted" } } => /it is not complete/,
        { run: { "server" => { "private" => false } } } => /it used servers of yours/,
        { run: { "machine" => {} } } => /it does not say on what machine/,
        { run: { "machine" => { "identity" => "0123456789abcdef" } } } => /was measured on another machine/,
        { run: { "argv" => ["run", "dalli,ruby=/srv/mine/ruby"] } } => %r{dalli,ruby=…/ruby names a file of this machine},
        { run: { "command" => "doctor" } } => /not of doctor/ }.each do |made, message|
        assert_match(message, refused("publish", "--results", file("results"), "--add", publishable(**made)))
      end
    end

    private

    def compressed(text) = StringIO.new.tap { |io| Zlib::GzipWriter.new(io).tap { |gzip| gzip.write(text) }.finish }.string

    # [exit code, what was said about a result] after the block has changed its files.
    def verified(version: VERSION)
      FileUtils.rm_rf(file("results"))
      command("publish", "--results", file("results"), "--add", publishable(run: { "version" => version }))
      path = Dir.glob(file("results/*/*.json")).first
      yield path
      path = Dir.glob(file("results/*/*.json")).first
      code = command("publish", "--results", file("results"), "--verify", path)
      [code, out.string[/#{Regexp.escape(path)}: (.*)$/, 1]]
    end

    def publish_again
      FileUtils.rm(Dir.glob(file("results/*/*")))
      command("publish", "--results", file("results"), "--add", publishable)
      Dir.glob(file("results/*/*.json")).first
    end

    def list(path)
      file("results/SHA256SUMS", "#{Digest::SHA256.file(path).hexdigest}  #{path.split("/").last(2).join("/")}\n")
    end

    def edit(path) = File.write(path, JSON.generate(JSON.parse(File.read(path)).tap { |facts| yield facts }))

    MACHINE = { "cpu" => "AMD EPYC", "cores" => 2, "identity" => Host::Machine.facts["identity"],
"load" => [0.1, 0.2, 0.3] }.freeze
    ENDING = { "outcome" => "complete", "ended_at" => "2026-11-21T10:01:00Z",
               "machine" => { "load" => [1.0], "steal_percent" => 0.0 } }.freeze

    # Made records have no identity of their machine.
    def publishable(run: {}, ending: ENDING) = record(run: { "machine" => MACHINE, **run }, ending: ending)

    def keep = command("history", "add", record, "--history", file("history"))
    def publish(*words) = assert_equal(0, command("publish", *words, "--history", file("history")))
  end
end
