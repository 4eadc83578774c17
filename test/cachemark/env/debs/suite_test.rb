# frozen_string_literal: true

require "test_helper"

class EnvDebsSuiteTest < Minitest::Test
  include DebsCase

  Gone = Cachemark::Env::Debs::Suite::Gone

  def test_resolves_all_that_is_needed_but_for_the_machines_own
    debs = suite.resolve(["made-thing"])

    assert_equal %w[libmade libthing made made-thing], debs.map(&:name).sort
    found = debs.find { |deb| deb.name == "libmade" }
    assert_equal ["2:1.5-1", "all", "older"], [found.version, found.architecture, found.suite]
  end

  def test_finds_what_there_is
    assert_equal "1.2.3", suite.find("made-thing").upstream
    assert_equal "2.0", suite("newer").find("made-thing").upstream
    assert_nil suite.find("nothing")
  end

  def test_says_what_a_suite_lacks
    assert_equal "Debian older has no nothing", reason { suite.resolve(%w[made nothing]) }
  end

  def test_a_suite_for_a_newer_libc_is_refused
    made.add("newer", "made", "2.0-1", {}, depends: "libc6 (>= 99)")
    made.add("newer", "libc6", "99-1", {}, architecture: made.architecture)
    made.publish

    assert_match(/\Amade of Debian newer needs libc 99-1, and this machine has \d/, reason { suite("newer").resolve(["made"]) })
  end

  def test_downloads_exact_versions
    Dir.mktmpdir do |folder|
      paths = suite.download(suite.resolve(["libmade"]), folder)

      assert_equal [folder], paths.map { |path| File.dirname(path) }
      assert_match(/libmade_2%3a1\.5-1_/, paths.first)
    end
  end

  def test_what_the_archive_has_no_more_is_gone_after_one_more_look
    before = suite
    old = before.resolve(["libmade"])
    made.add("older", "libmade", "2:1.6-1")
    made.publish
    FileUtils.rm_f(Dir["#{made.root}/pool/older-libmade_21.5-1.deb"])
    Dir.mktmpdir { |folder| assert_raises(Gone) { before.download(old, folder) } }

    assert_equal ["2:1.6-1"], before.resolve(["libmade"]).map(&:version)
  end

  def test_lists_are_remembered_and_serve_without_a_network
    suite.resolve(["made"])
    offline = workshop(offline: true)

    assert_equal 2, suite(workshop: offline).resolve(["made"]).size
    assert_match(/not in the cache/, reason { suite("newer", workshop: offline).resolve(["made"]) })
    assert_match(/not in the cache/, reason { suite(workshop: offline).download([suite.find("made")], cache) })
  end

  def test_old_lists_serve_where_the_archive_does_not_answer
    suite.resolve(["made"])
    mark = Dir["#{cache}/apt/older-*/updated"].first
    File.utime(Time.now - 90_000, Time.now - 90_000, mark)
    FileUtils.mv("#{made.root}/dists", "#{made.root}/away")

    assert_equal 2, suite.resolve(["made"]).size
    assert_match(/\ADebian newer cannot be reached: /, reason { suite("newer").resolve(["made"]) })
  end
end
