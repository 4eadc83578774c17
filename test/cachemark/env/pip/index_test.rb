# frozen_string_literal: true

require "test_helper"

class EnvPipIndexTest < Minitest::Test
  include IndexCase

  # Counts the commands.
  class Counting < SimpleDelegator
    attr_reader :count

    def run(...) = super.tap { @count = @count.to_i + 1 }
  end

  def setup
    skip_without_pip
    super
  end

  def teardown
    super if index
  end

  def test_lists_all_releases_oldest_first
    publish("3.10.0", "3.9.0", "4.0.0rc1")

    assert_equal %w[3.9.0 3.10.0 4.0.0rc1], releases.of("pymemcache", "3.11")
  end

  def test_omits_releases_that_the_language_version_cannot_use
    publish("3.0.0")
    publish("4.0.0", needs: ">=3.14")

    assert_equal %w[3.0.0], releases.of("pymemcache", "3.11")
    assert_equal %w[3.0.0 4.0.0], releases.of("pymemcache", "3.14")
  end

  def test_answers_are_kept_for_a_later_run_without_the_index
    publish("3.0.0")
    releases.of("pymemcache", "3.11")
    FileUtils.rm_rf(index.root)

    assert_equal %w[3.0.0], releases(offline: true).of("pymemcache", "3.11")
    assert_empty releases(offline: true).of("pylibmc", "3.11")
  end

  def test_an_index_without_the_project_is_not_silent
    publish("3.0.0")
    asked = releases

    assert_empty asked.of("pylibmc", "3.11")
    assert_nil asked.silence
  end

  def test_a_silent_index_is_asked_once_and_its_credentials_are_not_shown
    @given = @given.merge("PIP_INDEX_URL" => "http://user:secret@127.0.0.1:9/simple")
    @keeper = Counting.new(keeper)
    said = []
    asked = releases(notify: ->(text) { said << text })
    2.times { assert_empty asked.of("pymemcache", "3.11") }

    assert_equal ["the pip index does not answer (Connection refused): Debian's packages are used"], said
    assert_equal ["Connection refused", 1], [asked.silence, keeper.count]
    assert_empty asked.of("pylibmc", "3.11")
    assert_equal 1, keeper.count
  end

  def test_a_configuration_without_an_index_starts_no_pip
    @given = @given.merge("PIP_NO_INDEX" => "1")
    @keeper = Counting.new(keeper)
    asked = releases

    assert_empty asked.of("pymemcache", "3.11")
    assert_equal ["the pip configuration names no index", nil], [asked.silence, keeper.count]
  end

  def test_a_machine_without_pip_names_the_package
    FileUtils.mkdir_p("#{cache}/empty")
    File.write("#{cache}/empty/python", "#!/bin/sh\necho \"$0: No module named pip\" >&2\nexit 1\n")
    File.chmod(0o755, "#{cache}/empty/python")
    asked = releases(command: ["#{cache}/empty/python", "-m", "pip"])
    absent = releases(command: ["#{cache}/nothing"])

    [asked, absent].each { |one| assert_empty one.of("pymemcache", "3.11") }
    assert_equal "this machine has no pip: #{Cachemark::Env::Pip::HOW}", asked.silence
    assert_equal "this machine has no #{cache}/nothing", absent.silence
  end

  def test_another_configuration_is_another_index
    publish("3.0.0")
    releases.of("pymemcache", "3.11")
    @given = @given.merge("PIP_INDEX_URL" => "file://#{index.root}/other")

    assert_empty releases(offline: true).of("pymemcache", "3.11")
  end
end
