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
    super
    @keeper = Counting.new(keeper) if keeper
  end

  def test_lists_the_releases_that_a_language_version_can_use_oldest_first_and_keeps_the_answer
    publish("3.10.0", "3.9.0", "4.0.0rc1")
    publish("4.1.0", needs: ">=3.14")
    usable = %w[3.9.0 3.10.0 4.0.0rc1]
    asked = releases

    assert_equal [usable, [*usable, "4.1.0"]], %w[3.11 3.14].map { |version| asked.of("pymemcache", version) }
    assert_empty asked.of("pylibmc", "3.11")
    assert_nil asked.silence
    assert_equal [3, 4], [{}, { age_s: 0 }].map { |age| releases(**age).of("pymemcache", "3.11") && keeper.count }
    FileUtils.rm_rf(index.root)
    assert_equal [usable, []], %w[pymemcache pylibmc].map { |name| releases(offline: true).of(name, "3.11") }
    @given = @given.merge("PIP_INDEX_URL" => "file://#{index.root}/other")
    assert_empty releases(offline: true).of("pymemcache", "3.11")
  end

  def test_a_silent_index_is_asked_once_and_its_credentials_are_not_shown
    @given = @given.merge("PIP_INDEX_URL" => "http://user:secret@127.0.0.1:9/simple")
    said = []
    asked = releases(notify: ->(text) { said << text })

    %w[pymemcache pymemcache pylibmc].each { |name| assert_empty asked.of(name, "3.11") }
    assert_equal ["the pip index does not answer (Connection refused): Debian's packages are used"], said
    assert_equal ["Connection refused", 1], [asked.silence, keeper.count]
  end

  def test_without_an_index_or_a_pip_it_says_so
    FileUtils.mkdir_p("#{cache}/empty")
    File.write("#{cache}/empty/python", "#!/bin/sh\necho \"$0: No module named pip\" >&2\nexit 1\n", perm: 0o755)
    silences = [%W[#{cache}/empty/python -m pip], %W[#{cache}/nothing]].map do |command|
      releases(command: command).tap { |asked| assert_empty asked.of("pymemcache", "3.11") }.silence
    end
    @given = @given.merge("PIP_NO_INDEX" => "1")
    unnamed = releases.tap { |asked| assert_empty asked.of("pymemcache", "3.11") }

    assert_equal ["this machine has no pip: #{Cachemark::Env::Pip::HOW}", "this machine has no #{cache}/nothing"], silences
    assert_equal ["the pip configuration names no index", 1], [unnamed.silence, keeper.count]
  end
end
