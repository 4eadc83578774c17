# frozen_string_literal: true

require "test_helper"
require "json"
require "open3"
require "tmpdir"

class EnvInventoryTest < Minitest::Test
  def setup = @cache = File.realpath(Dir.mktmpdir)

  def teardown = FileUtils.rm_rf(@cache)

  def store = "#{@cache}/store/ruby-x"

  def gem(full_name)
    %W[gems/#{full_name} specifications/#{full_name}.gemspec cache/#{full_name}.gem extensions/x/3/#{full_name}].each do |part|
      FileUtils.mkdir_p("#{store}/ruby/3/#{part}")
    end
    { gem: full_name[/\A[^-]+/], version: "1", dir: "#{store}/ruby/3/gems/#{full_name}", extension_dir: nil }
  end

  # A Ruby that `env runtime` made, last wanted then.
  def ruby(name, at: Time.now)
    Cachemark::Env::Debian::Installation.new(@cache, name).tap do |place|
      place.prepare
      place.finish("ruby")
      File.utime(at, at, "#{place.path}/ready")
    end
  end

  def environment(digest, *full_names, used_at: Time.now, notation: "dalli@#{digest}", ruby_path: "/usr/bin/ruby")
    folder = Cachemark::Env::Folder.new("#{@cache}/envs/#{digest}")
    folder.prepare("x")
    gems = full_names.map { |name| gem(name) }
    folder.finish({ load_paths: [], expected: gems, unused: [], store: store, runtime: { description: "ruby", path: ruby_path } })
    folder.use(notation)
    File.utime(used_at, used_at, folder.file("users"))
    folder
  end

  def inventory = Cachemark::Env::Inventory.new(cache: @cache)

  def gems = Dir.glob("#{store}/ruby/3/gems/*").map { |path| File.basename(path) }.sort

  def test_lists_what_is_there_by_last_use
    environment("a", "dalli-2").use("dalli,protocol=meta")
    environment("b", "dalli-1", used_at: Time.now - 100)
    entries = inventory.list

    assert_equal %w[b a], entries.map(&:digest)
    assert_equal ["dalli@a", "dalli,protocol=meta"], entries.last.notations
    assert_equal ["dalli-2"], entries.last.full_names
    assert_operator entries.last.size_bytes, :>, 0
  end

  def test_a_cache_may_be_in_a_folder_with_characters_of_patterns
    @cache = File.join(@cache, "x [old] {1}")
    environment("a", "dalli-2")
    environment("b", "dalli-1", used_at: Time.now - 100)

    assert_equal %w[b a], inventory.list.map(&:digest)
    assert_equal [%w[b], %w[dalli-1]], inventory.prune(unused_for_s: 50).then { |pruned| [pruned.environments, pruned.gems] }
    assert_equal ["dalli-2"], Dir.children("#{store}/ruby/3/gems")
  end

  def test_a_gem_that_was_only_unpacked_is_one_too
    folder = environment("a")
    folder.finish({ load_paths: [], unused: [], store: store, runtime: { description: "ruby" }, expected:
      [{ gem: "memcache-client", version: "1.5.0", dir: "#{@cache}/unpacked/memcache-client-1.5.0", extension_dir: nil }] })

    assert_equal ["memcache-client-1.5.0"], inventory.list.first.full_names
  end

  def test_prunes_what_is_old_and_what_only_that_needed
    environment("old", "dalli-1", "logger-1", used_at: Time.now - 1000)
    environment("new", "dalli-2", "logger-1")
    pruned = inventory.prune(unused_for_s: 500)

    assert_equal [["old"], ["dalli-1"]], [pruned.environments, pruned.gems]
    assert_equal %w[dalli-2 logger-1], gems
    assert_empty Dir.glob("#{store}/**/*dalli-1*")
  end

  def test_prunes_builds_that_were_cut_off
    FileUtils.mkdir_p("#{@cache}/envs/half")

    assert_equal ["half"], inventory.prune.environments
  end

  def test_an_environment_with_a_damaged_description_is_unfinished
    folder = environment("a", "dalli-1")
    whole = JSON.parse(File.read(folder.file("env.json")))
    damages = [[], 5, nil, *whole.keys.map { |key| whole.merge(key => nil) }, whole.merge("expected" => [5])]
    damages.each do |damage|
      File.write(folder.file("env.json"), JSON.generate(damage))

      assert_equal [false], inventory.list.map(&:ready), damage.inspect
    end
    assert_equal ["a"], inventory.prune.environments
  end

  def test_a_cache_that_cannot_be_used_is_named
    File.write("#{@cache}/locks", "")
    error = assert_raises(Cachemark::Trouble) { inventory.prune }

    assert_match(/\Athe cache cannot be used: /, error.what)
    assert_match(/permissions of #{@cache}/, error.try)
  end

  def test_a_store_that_nobody_needs_goes_whole
    environment("old", "dalli-1", used_at: Time.now - 1000)
    inventory.prune(unused_for_s: 500)

    refute_path_exists store
  end

  def test_a_ruby_stays_while_it_or_an_environment_of_it_is_used
    used = ruby("ruby-3.3", at: Time.now - 1000)
    environment("new", "dalli-2", ruby_path: used.executable)
    ruby("ruby-3.1")
    ruby("jruby-9.3", at: Time.now - 1000)
    FileUtils.mkdir_p("#{@cache}/rubies/jruby-9.4/root")
    pruned = inventory.prune(unused_for_s: 500)

    assert_equal %w[jruby-9.3 jruby-9.4], pruned.runtimes
    assert_equal %w[ruby-3.1 ruby-3.3], inventory.runtimes.map(&:name)
  end

  def test_packages_of_a_runtime_that_stays_do_too
    FileUtils.mkdir_p(%w[a_1_all b_1_all].map { |name| "#{@cache}/debs/#{name}" })
    ruby("go-1.24").keep([Cachemark::Env::Debs::Deb.new(name: "a", version: "1", architecture: "all", suite: "trixie")])
    pruned = inventory.prune(unused_for_s: 500)

    assert_equal [%w[b_1_all], ["#{@cache}/debs/a_1_all"]], [pruned.debs, Dir.glob("#{@cache}/debs/*")]
  end

  def test_never_while_a_run_uses_it
    environment("old", "dalli-1", used_at: Time.at(0))
    run = Cachemark::Env::FileLock.use(@cache)

    assert_raises(Cachemark::Trouble) { inventory.prune(unused_for_s: 0) }
    assert_equal ["dalli-1"], gems
  ensure
    run.close
  end
end

class EnvFileLockTest < Minitest::Test
  FileLock = Cachemark::Env::FileLock

  def test_lets_one_in_at_a_time
    Dir.mktmpdir do |dir|
      inside = most = 0
      threads = Array.new(4) do
        Thread.new do
          FileLock.hold("#{dir}/deep/lock") do
            most = [most, inside += 1].max
            Thread.pass
            inside -= 1
          end
        end
      end
      threads.each(&:join)

      assert_equal 1, most
    end
  end

  def test_reports_at_once_that_another_process_holds_the_latch
    Dir.mktmpdir do |dir|
      shared = FileLock.share("#{dir}/lock")

      refute(FileLock.try("#{dir}/lock") { true })
      shared.close
      assert(FileLock.try("#{dir}/lock") { true })
    end
  end
end

class EnvLeaseTest < Minitest::Test
  FileLock = Cachemark::Env::FileLock

  def test_any_number_of_runs_or_one_prune
    Dir.mktmpdir do |cache|
      runs = [FileLock.use(cache), FileLock.use(cache)]

      assert_raises(Cachemark::Trouble) { FileLock.unused(cache) { flunk } }
      runs.each(&:close)
      assert_nil(FileLock.unused(cache) { nil })
    end
  end
end

module Cachemark
  module Env
    class LateTest < Minitest::Test
      BUILDS = <<~RUBY
        require "cachemark"
        Cachemark::Env.name
        Array.new(2) { Thread.new { Cachemark::Env.require_late("rubygems/package") } }.each(&:join)
        p Gem::Package
      RUBY

      def test_two_builds_may_need_one_library_at_once
        folders = $LOAD_PATH.flat_map { |path| ["-I", path] }

        assert_equal [["Gem::Package\n", ""], true],
                     Open3.capture3(Gem.ruby, "-w", *folders, "-e", BUILDS).then { |*output, status| [output, status.success?] }
      end
    end
  end
end
