# frozen_string_literal: true

require "test_helper"
require "rbconfig"

module Cachemark
  class CLI::EnvTest < Minitest::Test
    include ACommand

    def test_lists_what_a_run_has_built
      build
      command("env", "list")

      assert_match(/\A\d{4}-\d\d-\d\d \d\d:\d\d  ready      socket\n    ruby \d.*; no gems$/, out.string)
      assert_match(/^\d+ MB in all, in #{@home}/, out.string)
    end

    def test_lists_packages_by_number
      FileUtils.mkdir_p(%w[a_1_all b_1_all].map { |name| File.join(Paths.new.cache, "debs", name) })
      folder = Cachemark::Env::Folder.new(File.join(Paths.new.cache, "envs", "x")).tap(&:clear)
      folder.finish({ load_paths: [], expected: [], unused: [], store: Paths.new.cache, debs: %w[a_1_all b_1_all],
                      runtime: { description: "made 1.0" } })
      folder.use("thing")
      command("env", "list")
      assert_match(/ready      thing\n    made 1\.0; 2 packages of Debian$/, out.string)

      command("env", "prune", "--unused-for", "0")
      assert_match(/Removed 1 environment, 0 gems and 2 Debian packages: /, out.string)
    end

    def test_an_empty_cache_says_so
      command("env", "list")

      assert_match(/No environment is in the cache yet/, out.string)
    end

    def test_prunes_what_was_not_used_for_the_time_given
      build
      command("env", "prune")
      assert_match(/\ARemoved 0 environments and 0 gems/, out.string)

      command("env", "prune", "--unused-for", "0")
      assert_match(/\ARemoved 1 environment and 0 gems/, out.string)
    end

    def test_tells_what_a_ruby_is
      command("env", "runtime", RbConfig.ruby)

      assert_equal 3, out.string.lines.size
      assert_match(/\A#{RbConfig.ruby}  ruby #{RUBY_VERSION}/, out.string)
    end

    def test_what_is_no_ruby_is_refused
      assert_match(/is no Ruby/, refused("env", "runtime", "/bin/true"))
      assert_match(/is no Ruby/, refused("env", "runtime", file("absent")))
    end

    def test_other_words_are_refused
      assert_match(/env needs list, prune or runtime/, refused("env"))
      assert_match(/Did you mean prune/, refused("env", "prun"))
      assert_match(/dalli is too much/, refused("env", "list", "dalli"))
    end

    private

    def build = WarmCache.build([MadeContender.none], cache: Paths.new.cache)
  end
end
