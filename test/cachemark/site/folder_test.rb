# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "tmpdir"

module Cachemark
  class Site::FolderTest < Minitest::Test
    def setup
      @base = Dir.mktmpdir("cachemark-site")
      @dir = "#{@base}/site"
    end

    def teardown
      FileUtils.remove_entry(@base)
    end

    def test_makes_a_folder_and_fills_it
      record = "#{@base}/r.jsonl".tap { |path| File.write(path, "record") }

      texts = { "index.html" => "home", "clients/a.html" => "a" }

      assert_equal [3, 0, 0], counts(folder.fill(texts, { "data/r.jsonl" => record }))
      assert_equal({ "index.html" => "home", "clients/a.html" => "a", "data/r.jsonl" => "record" }, there)
    end

    def test_again_replaces_and_removes_only_its_own
      folder.fill({ "index.html" => "home", "clients/a.html" => "a", "clients/b/c.html" => "c" })
      write("CNAME", "a.example")
      write("clients/mine.txt", "mine")

      assert_equal [1, 1, 1], counts(folder.fill({ "index.html" => "new", "clients/a.html" => "a" }))
      assert_equal({ "index.html" => "new", "clients/a.html" => "a", "CNAME" => "a.example", "clients/mine.txt" => "mine" },
                   there)
      refute_path_exists "#{@dir}/clients/b"
    end

    def test_an_empty_folder_may_be_filled
      FileUtils.mkdir_p(@dir)
      folder.fill({ "index.html" => "home" })

      assert_equal({ "index.html" => "home" }, there)
    end

    def test_a_folder_of_somebody_elses_is_refused
      write("notes.txt", "mine")

      assert_match(/holds files that publish did not write\nname a new folder/, refused { folder.check })
      refused { folder.fill({ "index.html" => "home" }) }
      assert_equal({ "notes.txt" => "mine" }, there)
    end

    def test_a_file_that_was_changed_by_hand_is_not_written_over
      folder.fill({ "index.html" => "home", "runs.html" => "runs" })
      write("runs.html", "mine")

      assert_match(/has a runs.html that was changed since it was published/,
                   refused { folder.fill({ "index.html" => "new", "runs.html" => "new" }) })
      refused { folder.fill({ "index.html" => "new" }) }
      assert_equal({ "index.html" => "home", "runs.html" => "mine" }, there)
    end

    def test_a_new_page_does_not_take_the_place_of_a_stranger
      folder.fill({ "index.html" => "home" })
      write("clients/a.html", "mine")

      assert_match(/has a clients\/a.html that publish did not write/,
                   refused { folder.fill({ "index.html" => "new", "clients/a.html" => "a" }) })
      assert_equal({ "index.html" => "home", "clients/a.html" => "mine" }, there)
    end

    # A crash after some files leaves the manifest of both; the next publish goes on.
    def test_goes_on_after_a_crash
      folder.fill({ "index.html" => "old", "runs.html" => "old" })
      later = Site::Folder::Manifest.of("index.html" => sha("new"), "feed.xml" => sha("new"))
      Site::Folder::Manifest.read(@dir).or(later).write(@dir)
      write("index.html", "new")
      folder.fill({ "index.html" => "newer", "feed.xml" => "newer" })

      assert_equal({ "index.html" => "newer", "feed.xml" => "newer" }, there)
    end

    def test_removes_files_that_a_crash_left_half_written
      write(".#{Site::Folder::Manifest::NAME}.0123456789ab", "{")
      folder.fill({ "index.html" => "home", "data/r.jsonl" => "record" })
      write(".index.html.0123456789ab", "ho")
      write("data/r.jsonl.part", "rec")
      write(".mine.0123456789ab", "mine")
      folder.fill({ "index.html" => "home", "data/r.jsonl" => "record" })

      assert_equal({ "index.html" => "home", "data/r.jsonl" => "record", ".mine.0123456789ab" => "mine" }, there)
    end

    def test_nothing_is_written_through_a_link
      folder.fill({ "index.html" => "home" })
      FileUtils.mkdir_p("#{@base}/elsewhere")
      File.symlink("#{@base}/elsewhere", "#{@dir}/clients")

      assert_match(/has a link at clients/, refused { folder.fill({ "index.html" => "new", "clients/a.html" => "a" }) })
      assert_empty Dir.children("#{@base}/elsewhere")
      assert_equal "home", File.read("#{@dir}/index.html")
    end

    def test_a_file_in_the_folders_place_is_refused
      File.write(@dir, "x")

      assert_match(/is a file/, refused { folder.check })
    end

    def test_two_at_once_do_not_mix
      folder.fill({ "index.html" => "home" })
      File.open(@dir) do |held|
        held.flock(File::LOCK_EX)

        assert_match(/another publish writes/, assert_raises(Trouble) { folder.fill({ "index.html" => "new" }) }.message)
      end
      assert_equal({ "index.html" => "home" }, there)
    end

    def test_a_record_that_cannot_be_read_leaves_the_site_as_it_was
      folder.fill({ "index.html" => "home" })

      error = assert_raises(Trouble) { folder.fill({ "index.html" => "new" }, { "r" => "#{@base}/none" }) }

      assert_match(/publish again/, error.message)
      assert_equal({ "index.html" => "home" }, there)
    end

    private

    def folder = Site::Folder.new(@dir)
    def refused(&block) = assert_raises(Usage, &block).message
    def counts(done) = [done.written, done.unchanged, done.removed]
    def sha(text) = Digest::SHA256.hexdigest(text)

    def write(path, text)
      FileUtils.mkdir_p(File.dirname("#{@dir}/#{path}"))
      File.write("#{@dir}/#{path}", text)
    end

    # Path => text, without the manifest.
    def there
      paths = Dir.glob("**/*", File::FNM_DOTMATCH, base: @dir).select { |path| File.file?("#{@dir}/#{path}") }
      (paths - [Site::Folder::Manifest::NAME]).to_h { |path| [path, File.read("#{@dir}/#{path}")] }
    end
  end

  class Site::Folder::ManifestTest < Minitest::Test
    A = "a" * 64
    B = "b" * 64

    def test_is_read_as_it_was_written
      Dir.mktmpdir do |dir|
        assert_nil Site::Folder::Manifest.read(dir)
        Site::Folder::Manifest.of("index.html" => A, "versions/ruby-dalli/1.0..2.0~x.html" => B).write(dir)

        assert_equal({ "index.html" => [A], "versions/ruby-dalli/1.0..2.0~x.html" => [B] }, Site::Folder::Manifest.read(dir).files)
      end
    end

    def test_while_a_site_is_written_a_file_may_be_either
      both = Site::Folder::Manifest.of("a" => A).or(Site::Folder::Manifest.of("a" => B, "b" => B))

      assert both.wrote?("a", A)
      assert both.wrote?("a", B)
      refute both.wrote?("b", A)
      refute both.wrote?("c", A)
    end

    # A writer of the manifest must not choose which files are removed elsewhere.
    def test_a_damaged_one_is_refused
      paths = ["../x", "/etc/x", "a/../b", ".git/config", "a//b", "a\nb"].map { |path| { path => [A] } }
      [*paths, { "x" => ["no digest"] }, { "x" => "text" }].each do |files|
        refused(::JSON.generate("schema" => Site::Folder::Manifest::SCHEMA, "files" => files))
      end
      ["", "[]", "{}", "nonsense", %({"schema":"cachemark/site/2","files":{}}), "\xff"].each { |text| refused(text) }
    end

    private

    def refused(text)
      Dir.mktmpdir do |dir|
        File.binwrite("#{dir}/#{Site::Folder::Manifest::NAME}", text)

        assert_match(/was not written by publish/, assert_raises(Usage, text) { Site::Folder::Manifest.read(dir) }.message)
      end
    end
  end
end
