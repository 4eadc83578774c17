# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "open3"
require "rbconfig"
require "tmpdir"

class LabSpoilingTest < Minitest::Test
  Spoiling = Cachemark::Lab::Spoiling
  TARGET = Spoiling::Target.new(file: "mine.rb", owner: "Mine", name: "get")
  FILES = { "gems/mine-1.2/lib/mine.rb" => "class Mine; def get(key, raw: false) = [key, raw]; end\n",
            "gems/mine-1.2/lib/mine/more.rb" => "", "gems/mine-1.2/.git/x" => "",
            "specifications/mine-1.2.gemspec" => "# the gemspec\n" }.freeze

  def with_spoiling(files = FILES, **changes)
    FolderTree.open(files) do |root|
      yield Spoiling.new(source: "#{root}/gems/mine-1.2", into: "#{root}/copies", target: TARGET.with(**changes)), root
    end
  end

  def files_in(folder) = Dir.glob("**/*", base: folder).select { |path| File.file?(File.join(folder, path)) }.sort

  def test_a_verbatim_copy_is_the_same_code_in_another_folder
    with_spoiling do |spoiling, root|
      folder = spoiling.copy("clean")

      assert_equal "#{root}/copies/clean", folder
      assert_equal ["lib/mine.rb", "lib/mine/more.rb", "mine.gemspec"], files_in(folder)
      assert_equal File.read("#{root}/gems/mine-1.2/lib/mine.rb"), File.read("#{folder}/lib/mine.rb")
      refute_path_exists "#{folder}/.git"
    end
  end

  def test_an_edited_copy_differs_in_the_one_file_and_the_source_stays
    with_spoiling do |spoiling, root|
      folder = spoiling.copy("slow", Spoiling::Edit.spin(loops: 7))

      assert_match(/\Aclass Mine;.*spin = 7/m, File.read("#{folder}/lib/mine.rb"))
      assert_equal FILES["gems/mine-1.2/lib/mine.rb"], File.read("#{root}/gems/mine-1.2/lib/mine.rb")
      assert_equal folder, spoiling.copy("slow")
      refute_match(/spin/, File.read("#{folder}/lib/mine.rb"))
    end
  end

  def test_a_checkouts_own_gemspec_stays
    with_spoiling(FILES.merge("gems/mine-1.2/own.gemspec" => "# own")) do |spoiling, _|
      assert_equal ["own.gemspec"], Dir.glob("*.gemspec", base: spoiling.copy("clean"))
    end
  end

  def test_a_file_that_is_not_there_is_told
    with_spoiling(file: "other.rb") do |spoiling, root|
      assert_match(%r{mine-1.2 has no lib/other.rb to edit}, assert_raises(Cachemark::Trouble) { spoiling.copy("a") }.message)
      refute_path_exists "#{root}/copies"
    end
  end

  def test_a_copy_that_is_kept_is_made_once_and_is_another_for_another_edit_or_source
    with_spoiling do |spoiling, root|
      folders = [7, 7, 8].map { |loops| spoiling.kept("slow", Spoiling::Edit.spin(loops: loops)) }
      File.write("#{folders.first}/mark", "")

      assert_equal [true, false], [folders[0] == folders[1], folders[1] == folders[2]]
      assert_equal folders.first, spoiling.kept("slow", Spoiling::Edit.spin(loops: 7))
      assert_path_exists "#{folders.first}/mark"
      assert_match(%r{\A#{root}/copies/slow-\h{12}\z}, folders.first)
      assert_match(/spin = 7/, File.read("#{folders.first}/lib/mine.rb"))
    end
  end

  def test_a_copy_that_somebody_else_made_meanwhile_is_taken
    with_spoiling do |spoiling, root|
      edit = Spoiling::Edit.spin(loops: 0)
      folder = spoiling.kept("same", edit)
      FileUtils.rm_rf(folder)
      spoiling.define_singleton_method(:copy) do |*arguments|
        super(*arguments).tap { FileUtils.mkdir_p("#{folder}/theirs") }
      end

      assert_equal folder, spoiling.kept("same", edit)
      assert_equal ["theirs"], Dir.children(folder)
      assert_equal [File.basename(folder)], Dir.children("#{root}/copies")
    end
  end

  # Edited copies of a real client, in the driver, on a real memcached.
  class OfAClient < Minitest::Test
    include DrivenClient

    EDITS = Spoiling::Edit

    def judged(edit)
      Dir.mktmpdir("cachemark-spoilt") do |into|
        folder = spoiling(into).copy("arm", edit)
        load_client("dalli@path:#{folder}")
        open_cell([[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit]])
        reply = @talk.ask(type: "verify", cell: "c", iterations: [@expected], state: [])
        yield reply["ok"], counted("get_hits") { run_once }["get_hits"]
      end
    end

    def spoiling(into)
      source = DrivenClient.environment(DrivenClient.contender("dalli@3.2.8")).expected.first.fetch(:dir)
      target = Spoiling::Target.new(file: "dalli.rb", owner: "Dalli::Client", name: "get")
      Spoiling.new(source: source, into: into, target: target)
    end

    def test_what_is_only_slower_answers_right_and_works_no_more
      [nil, EDITS.spin(loops: 0), EDITS.spin(loops: 20)].each do |edit|
        judged(edit) { |right, hits| assert_equal [true, 1], [right, hits], edit.inspect }
      end
    end

    def test_other_work_is_other_work
      judged(EDITS.ask_twice) { |right, hits| assert_equal [true, 2], [right, hits] }
    end
  end
end
