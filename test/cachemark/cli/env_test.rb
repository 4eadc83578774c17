# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "rbconfig"
require "stringio"

module Cachemark
  class CLI::EnvTest < Minitest::Test
    include ACommand

    def setup = begin_cold

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

    def test_names_a_build_that_did_not_finish
      Cachemark::Env::Folder.new(File.join(Paths.new.cache, "envs", "x")).use("thing")
      command("env", "list")

      assert_match(/  unfinished thing\n    a build that was interrupted or failed; .* prune removes it$/, out.string)
    end

    def test_folds_the_list_on_a_terminal
      folder = Cachemark::Env::Folder.new(File.join(Paths.new.cache, "envs", "x"))
      40.times { |number| folder.use("thing-#{number}") }
      screen = Recorded::Screen.new.tap { |out| out.columns = 60 }
      CLI.call(%w[env list], out: screen, err: StringIO.new)

      assert_match(/thing-5\s+and\s+34\s+more$/, screen.string)
      assert_empty(screen.string.lines(chomp: true).select { |line| line.size > 60 && !line.include?(@home) })
    end

    def test_an_empty_cache_says_so
      command("env", "list")

      assert_match(/The cache has no environments yet/, out.string)
    end

    def test_prunes_what_was_not_used_for_the_time_given
      build
      command("env", "prune")
      assert_match(/\ARemoved 0 environments and 0 gems/, out.string)

      command("env", "prune", "--unused-for", "0")
      assert_match(/\ARemoved 1 environment and 0 gems/, out.string)
    end

    def test_describes_a_ruby
      command("env", "runtime", RbConfig.ruby)

      assert_equal 3, out.string.lines.size
      assert_match(/\A#{RbConfig.ruby}  ruby #{RUBY_VERSION}/, out.string)
    end

    private

    def build = WarmCache.build([MadeContender.none], cache: Paths.new.cache)
  end

  class CLI::Env::RuntimesTest < Minitest::Test
    include ACommand

    Debian = Cachemark::Env::Debian
    ARCHIVE = Cachemark::Env::Debs::Archive.new("uris" => "http://deb.example/debian")

    attr_reader :err

    def setup = begin_cold

    # The output of `env runtime` on a machine of this kind.
    def rubies(*words, uid: Process.uid, archive: ARCHIVE, path: ENV.fetch("PATH"), options: {})
      @out, @err = StringIO.new, StringIO.new
      Host::Keeper.start do |keeper|
        unpacked = Debian::Unpacked.new(cache: Paths.new.cache, spawn: keeper, archive: archive, uid: uid, given: given(path))
        CLI::Env::Runtimes.new(out: @out, err: @err, cache: Paths.new.cache, spawn: keeper, options: options,
                             builder: ->(_offer) { unpacked }).call(words)
      end
      @out.string
    end

    def given(path) = Cachemark::Env::Variables.new({ "PATH" => path, "HOME" => Dir.home })

    # One that was made, by hand: it is the Ruby of this process.
    def made(name)
      Debian::Installation.new(Paths.new.cache, name).tap do |place|
        place.prepare
        place.write("#!/bin/sh\nexec #{RbConfig.ruby} \"$@\"\n")
        place.finish("ruby 3.3.8")
      end
    end

    def test_without_words_says_what_there_is_and_what_could_be
      place = made("ruby-3.3")
      lines = rubies.lines(chomp: true)

      assert_equal ["#{RbConfig.ruby}  #{RUBY_DESCRIPTION}", "#{place.executable}  #{RUBY_DESCRIPTION}"], lines.take(2)
      assert_equal "Built on request from Debian's packages: cachemark env runtime " \
                   "ruby-3.1|ruby-3.3-yjit|ruby-3.4|jruby-9.3|jruby-9.4|jruby-10|go-1.24|go-1.19|go-1.27|node-20|node-18|" \
                   "node-24|php-8.2|php-8.4|python-3.11|python-3.13|python-3.9|python-2.7",
                   lines[2]
      assert_match(/--with ruby=PATH/, lines.last)
    end

    def test_a_dry_run_says_what_it_costs_and_does_nothing
      skip "this user may not mount in a private namespace here" unless OtherRoot.possible?
      assert_empty rubies("ruby-3.3", options: { dry_run: true })
      said = err.string

      assert_match(/\Aruby-3.3: from Debian trixie.*takes     about \d+ s, \d+ MB of download, \d+ MB of disk$/m, said)
      assert_match(/needs     user namespaces, or root rights/, said)
      assert_match(/^Nothing was built\. Build it: cachemark env runtime ruby-3\.3$/, said)
      refute_path_exists File.join(Paths.new.cache, "runtimes", "ruby-3.3")
    end

    def test_a_dry_run_names_the_cost_of_each_and_the_default_of_a_language
      Host::Keeper.start do |keeper|
        CLI::Env::Runtimes.new(out: @out = StringIO.new, err: @err = StringIO.new, cache: Paths.new.cache, spawn: keeper,
                               options: { dry_run: true }).call(%w[go php-8.4])
      end

      assert_equal %w[go-1.24 php-8.4], err.string.scan(/^(\S+): from Debian trixie, unpacked into a folder$/).flatten
      assert_empty out.string
    rescue Trouble => error
      raise unless error.message.include?("it needs #{Cachemark::Env::Debs::Archive::ABSENT.first}")

      skip error.message
    end

    def test_no_install_forbids_it_after_the_cost_was_said
      [{ install: false }, { install: false, dry_run: true }].each do |options|
        error = assert_raises(Trouble) { rubies("ruby-3.3", options: options) }

        assert_match(/\Acannot build ruby-3.3: --no-install forbids it/, error.message)
        assert_match(/takes     about/, err.string)
        assert_empty out.string
        refute_path_exists File.join(Paths.new.cache, "runtimes", "ruby-3.3")
      end
    end

    def test_says_what_is_missing_and_how_to_get_it
      error = assert_raises(Trouble) { rubies("jruby-9.4", uid: 1000, archive: false, path: "/nowhere") }

      assert_match(/\Acannot build jruby-9.4: it needs an archive of Debian's; it needs user namespaces, .*$/, error.message)
      assert_match(/^for user namespaces: run the same command as root, or allow them: /, error.message)
      assert_match(/^  from      nowhere: /, err.string)
    end

    def test_shows_built_runtimes_without_any_rights
      offer = Debian::Offer.all.find { |one| one.executable == RbConfig.ruby }
      skip "this Ruby is none of Debian's that are offered, or nobody may mount" unless offer && OtherRoot.possible?
      place = made(offer.name)
      OtherRoot.make(place.root)

      assert_equal "#{place.executable}\n", rubies(offer.name, options: { install: false })
      assert_equal "#{RUBY_DESCRIPTION}\n", err.string
      assert_includes File.read(place.executable), place.root
    end

    def test_list_and_prune_know_them
      place = made("ruby-3.3")
      command("env", "list")
      assert_includes out.string, "ruby-3.3  ruby 3.3.8\n    #{place.executable}\n"

      command("env", "prune", "--unused-for", "0")
      assert_match(/\ARemoved 0 environments, 0 gems and ruby-3\.3: /, out.string)
      refute_path_exists place.path
    end
  end
end
