# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvLoadedFilesTest < Minitest::Test
  def setup = @dir = Dir.mktmpdir

  def teardown = FileUtils.rm_rf(@dir)

  def gem(name, version, **more)
    { gem: name, version: version, dir: "#{@dir}/#{name}-#{version}", extension_dir: "#{@dir}/ext/#{name}", **more }
  end

  def reason(loaded, expected: [gem("dalli", "2.7.11"), gem("active_support", "4.2.0")], companions: {})
    environment = Cachemark::Env::Environment.new(contender_id: "x", argv: [], env: {}, dir: @dir, lock: "", lock_digest: "",
                                                  gems: {}, expected: expected, runtime: { folders: ["#{@dir}/ruby"] })
    loaded = { "version" => "2.7.11", "libraries" => [] }.merge(loaded)
    Cachemark::Env::LoadedFiles.new(environment, companions: companions).reason(loaded)
  end

  def own = "#{@dir}/dalli-2.7.11/lib/dalli.rb"

  def library(name, file) = { "name" => name, "version" => "1", "file" => file }

  def test_has_nothing_to_say_about_what_was_asked_for
    libraries = [library("active-support", "#{@dir}/ext/active_support/x.so"), library("json", "#{@dir}/ruby/json.rb")]

    assert_nil reason({ "file" => own, "libraries" => libraries })
  end

  def test_says_where_another_file_came_from
    other = reason({ "file" => own.sub("2.7.11", "3.2.8") })

    assert_match(%r{dalli was loaded from .*/dalli-3.2.8/lib/dalli.rb, not from .*/dalli-2.7.11}, other)
    assert_match(/does not say/, reason({}))
  end

  def test_a_folder_whose_name_only_begins_the_same_is_another
    assert reason({ "file" => own.sub("2.7.11", "2.7.110") })
  end

  def test_finds_a_library_that_is_no_part_of_the_environment
    libraries = [library("kgio", "/usr/lib/ruby/kgio.so")]

    assert_match(/kgio was loaded from .*not part/, reason({ "file" => own, "libraries" => libraries }))
  end

  def test_holds_a_copy_to_what_it_calls_itself
    copy = [gem("dalli", "2.7.11", reports: "2.7.10")]

    assert_match(/calls itself 2.7.11, not 2.7.10/, reason({ "file" => own }, expected: copy))
    assert_nil reason({ "file" => own, "version" => "2.7.10" }, expected: copy)
  end

  def test_a_requested_companion_must_be_in_use
    asked = { "active-support" => "4.2.0", "kgio" => "2.9.3" }
    used = [library("active_support", "#{@dir}/active_support-4.2.0/lib/x.rb")]

    assert_equal "kgio 2.9.3 was asked for and is not in use",
                 reason({ "file" => own, "libraries" => used }, companions: asked)
    assert_nil reason({ "file" => own, "libraries" => used }, companions: asked.except("kgio"))
  end

  def test_asks_nothing_of_a_reference
    assert_nil reason({ "file" => nil }, expected: [])
  end
end
