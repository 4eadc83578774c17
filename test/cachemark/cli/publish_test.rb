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

    def test_refuses_what_it_cannot_do_before_it_does_anything
      assert_match(/publish needs a folder\ncachemark publish site/, refused("publish"))
      assert_match(/takes one folder, not 2/, refused("publish", "a", "b"))
      assert_match(/there is no history in/, refused("publish", file("site"), "--history", file("none")))
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

    private

    def keep = command("history", "add", record, "--history", file("history"))
    def publish(*words) = assert_equal(0, command("publish", *words, "--history", file("history")))
  end
end
