# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class EnvFolderTest < Minitest::Test
  def setup
    @dir = Dir.mktmpdir
    @folder = Cachemark::Env::Folder.new("#{@dir}/env")
  end

  def teardown = FileUtils.rm_rf(@dir)

  def test_is_ready_only_when_finished
    @folder.prepare("gemfile", lock: "lock")

    assert_nil @folder.facts
    assert_equal %w[gemfile lock], [File.read(@folder.gemfile), File.read(@folder.lock)]
    @folder.finish({ load_paths: [@dir], expected: [] })
    assert_equal [@dir], @folder.facts.fetch(:load_paths)
  end

  def test_is_not_ready_where_a_folder_that_it_loads_is_gone
    @folder.prepare("gemfile")
    @folder.finish({ load_paths: ["#{@dir}/gone"] })

    assert_nil @folder.facts
  end

  def test_starting_again_clears_what_was
    @folder.prepare("old", lock: "lock")
    @folder.finish({ load_paths: [] })
    @folder.prepare("new")

    assert_nil @folder.facts
    refute_path_exists @folder.lock
  end

  def test_remembers_each_user_once
    @folder.prepare("gemfile")
    3.times { @folder.use("dalli") }

    assert_equal "dalli\n", File.read(@folder.file("users"))
  end
end
