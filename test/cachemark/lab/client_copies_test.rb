# frozen_string_literal: true

require "test_helper"
require "fileutils"
require "open3"
require "rbconfig"
require "tmpdir"

class LabClientCopiesTest < Minitest::Test
  ClientCopies = Cachemark::Lab::ClientCopies
  TARGET = ClientCopies::Target.new(file: "mine.rb", owner: "Mine", name: "get")
  FILES = { "gems/mine-1.2/lib/mine.rb" => "class Mine; def get(key, raw: false) = [key, raw]; end\n",
            "gems/mine-1.2/lib/mine/more.rb" => "", "gems/mine-1.2/.git/x" => "",
            "specifications/mine-1.2.gemspec" => "# the gemspec\n" }.freeze

  def with_copies(files = FILES, **changes)
    FolderTree.open(files) do |root|
      yield ClientCopies.new(source: "#{root}/gems/mine-1.2", into: "#{root}/copies", target: TARGET.with(**changes)), root
    end
  end

  def files_in(folder) = Dir.glob("**/*", base: folder).select { |path| File.file?(File.join(folder, path)) }.sort

  def test_a_verbatim_copy_is_the_same_code_in_another_folder
    with_copies do |copies, root|
      folder = copies.copy("clean")

      assert_equal "#{root}/copies/clean", folder
      assert_equal ["lib/mine.rb", "lib/mine/more.rb", "mine.gemspec"], files_in(folder)
      assert_equal File.read("#{root}/gems/mine-1.2/lib/mine.rb"), File.read("#{folder}/lib/mine.rb")
      refute_path_exists "#{folder}/.git"
    end
  end

  def test_an_edited_copy_differs_in_the_one_file_and_the_source_stays
    with_copies do |copies, root|
      folder = copies.copy("slow", ClientCopies::Edit.spin(loops: 7))

      assert_match(/\Aclass Mine;.*spin = 7/m, File.read("#{folder}/lib/mine.rb"))
      assert_equal FILES["gems/mine-1.2/lib/mine.rb"], File.read("#{root}/gems/mine-1.2/lib/mine.rb")
      assert_equal folder, copies.copy("slow")
      refute_match(/spin/, File.read("#{folder}/lib/mine.rb"))
    end
  end

  def test_a_checkouts_own_gemspec_stays
    with_copies(FILES.merge("gems/mine-1.2/own.gemspec" => "# own")) do |copies, _|
      assert_equal ["own.gemspec"], Dir.glob("*.gemspec", base: copies.copy("clean"))
    end
  end

  def test_reports_an_absent_file
    with_copies(file: "other.rb") do |copies, root|
      assert_match(%r{mine-1.2 has no lib/other.rb to edit}, assert_raises(Cachemark::Trouble) { copies.copy("a") }.message)
      refute_path_exists "#{root}/copies"
    end
  end

  def test_a_copy_that_is_kept_is_made_once_and_is_another_for_another_edit_or_source
    with_copies do |copies, root|
      folders = [7, 7, 8].map { |loops| copies.kept("slow", ClientCopies::Edit.spin(loops: loops)) }
      File.write("#{folders.first}/mark", "")

      assert_equal [true, false], [folders[0] == folders[1], folders[1] == folders[2]]
      assert_equal folders.first, copies.kept("slow", ClientCopies::Edit.spin(loops: 7))
      assert_path_exists "#{folders.first}/mark"
      assert_match(%r{\A#{root}/copies/slow-\h{12}\z}, folders.first)
      assert_match(/spin = 7/, File.read("#{folders.first}/lib/mine.rb"))
    end
  end

  def test_a_copy_that_somebody_else_made_meanwhile_is_taken
    with_copies do |copies, root|
      edit = ClientCopies::Edit.spin(loops: 0)
      folder = copies.kept("same", edit)
      FileUtils.rm_rf(folder)
      copies.define_singleton_method(:copy) do |*arguments|
        super(*arguments).tap { FileUtils.mkdir_p("#{folder}/theirs") }
      end

      assert_equal folder, copies.kept("same", edit)
      assert_equal ["theirs"], Dir.children(folder)
      assert_equal [File.basename(folder)], Dir.children("#{root}/copies")
    end
  end

  # Edited copies of a real client, in the driver, on a real memcached.
  class OfAClient < Minitest::Test
    include DrivenClient

    EDITS = ClientCopies::Edit

    # The copies are kept, so that the environment of each is built once.
    def judged(edit)
      load_client("dalli@path:#{copies(File.join(WarmCache.path, "copies")).kept("arm", edit)}")
      open_cell([[step("set", "k1", "empty", ttl: 0), stored], [step("get", "k1"), hit]])
      reply = @talk.ask(type: "verify", cell: "c", iterations: [@expected], state: [])
      yield reply["ok"], counted("get_hits") { run_once }["get_hits"]
    end

    def copies(into)
      source = DrivenClient.environment(DrivenClient.contender("dalli@3.2.8")).expected.first.fetch(:dir)
      target = ClientCopies::Target.new(file: "dalli.rb", owner: "Dalli::Client", name: "get")
      ClientCopies.new(source: source, into: into, target: target)
    end

    def test_a_slowed_client_gives_right_replies_with_the_same_work
      [EDITS.spin(loops: 0), EDITS.spin(loops: 20)].each do |edit|
        judged(edit) { |right, hits| assert_equal [true, 1], [right, hits], edit.inspect }
      end
    end

    def test_other_work_is_other_work
      judged(EDITS.ask_twice) { |right, hits| assert_equal [true, 2], [right, hits] }
    end
  end

  # An edit, before it is part of a copy.
  class Edit < Minitest::Test
    Edit = Cachemark::Lab::ClientCopies::Edit

    # Edited as a copy of a client is: by the text at the end of its file.
    class Plain
      def get(key, raw: false, &block) = [key, raw, block&.call]
    end

    def edited(edit)
      owner = Class.new(Plain)
      self.class.send(:remove_const, :Owner) if self.class.const_defined?(:Owner, false)
      self.class.const_set(:Owner, owner)
      eval(edit.source(Cachemark::Lab::ClientCopies::Target.new(file: "x", owner: "#{self.class}::Owner", name: "get")))
      owner.new
    end

    def allocated(client)
      client.get("k")
      before = GC.stat(:total_allocated_objects)
      client.get("k")
      GC.stat(:total_allocated_objects) - before
    end

    def test_slower_is_not_otherwise
      [0, 3].map { |loops| Edit.spin(loops: loops) }.each do |edit|
        client = edited(edit)
        3.times { assert_equal ["k", true, 1], client.get("k", raw: true) { 1 } }
        assert_equal ["k", false, nil], client.get("k")
      end
    end

    def test_a_spin_counts_to_the_given_number
      assert_match(/spin = 12\n/, Edit.spin(loops: 12).source(target))
    end

    def test_a_spin_makes_no_objects
      assert_equal allocated(edited(Edit.spin(loops: 0))), allocated(edited(Edit.spin(loops: 50)))
    end

    def test_asking_twice_asks_twice
      asked = 0
      edited(Edit.ask_twice).get("k") { asked += 1 }
      assert_equal 2, asked
    end

    def test_loops_for_a_share_come_from_what_some_loops_cost
      assert_equal 100, Edit.loops_for(0.01, tried: 2000, effect: 0.2)
      assert_equal 1, Edit.loops_for(0.0001, tried: 10, effect: 0.5)
      assert_match(/2000 loops more cost -0.10 %/,
                   assert_raises(Cachemark::Trouble) { Edit.loops_for(0.01, tried: 2000, effect: -0.001) }.message)
    end

    private

    def target = Cachemark::Lab::ClientCopies::Target.new(file: "x", owner: "X", name: "get")
  end

  # A repository with one slow commit.
  class History < Minitest::Test
    TARGET = ClientCopies::Target.new(file: "mine.rb", owner: "Mine", name: "get")
    FILES = { "mine-1.2/lib/mine.rb" => "class Mine; def get(key) = key; end\n", "mine-1.2/lib/mine/more.rb" => "",
              "mine-1.2/mine.gemspec" => "# the gemspec\n" }.freeze
    AFTER = 7

    def test_one_commit_is_to_blame_and_every_commit_changes_something
      made do |folder|
        subjects = git(folder, "log", "--reverse", "--format=%s").lines(chomp: true)
        guilty = git(folder, "log", "--format=%s", "--", "lib").lines(chomp: true)

        assert_equal Array.new(5) { |number| "change #{number}" }, subjects
        assert_equal ["change 3", "change 0"], guilty
        assert_empty git(folder, "log", "--format=%H", "--diff-filter=A", "HEAD~4..HEAD", "--", ".")
        assert_empty git(folder, "status", "--porcelain")
      end
    end

    def test_the_client_is_one_before_it_and_the_other_from_it_on
      made do |folder|
        loops = (0..4).map { |back| git(folder, "show", "HEAD~#{back}:lib/mine.rb")[/spin = (\d+)/, 1].to_i }.reverse

        assert_equal [2, 2, 2, AFTER, AFTER], loops
      end
    end

    def test_a_committed_copy_works
      made do |folder|
        output, status = Open3.capture2e(RbConfig.ruby, "-I", "#{folder}/lib", "-e", "require 'mine'; print Mine.new.get(:key)")

        assert_equal ["key", true], [output, status.success?]
      end
    end

    def test_needs_no_git_settings_of_the_users
      made do |folder|
        assert_equal ["selftest <selftest@localhost>"], git(folder, "log", "--format=%an <%ae>").lines(chomp: true).uniq
      end
    end

    def test_reports_a_refusal_of_git
      error = assert_raises(Cachemark::Trouble) do
        made(Class.new { def self.run(*, **) = Cachemark::Host::Exit.new(code: 128) })
      end

      assert_match(%r{git init failed in .*/history: ended with exit code 128\ncheck that git works}, error.message)
    end

    private

    def made(keeper = nil)
      FolderTree.open(FILES) do |root|
        copies = ClientCopies.new(source: "#{root}/mine-1.2", into: "#{root}/copies", target: TARGET)
        before, after = [2, AFTER].map { |loops| ClientCopies::Edit.spin(loops: loops) }
        make = lambda do |one|
          Cachemark::Lab::ClientCopies::History.new(copies, keeper: one)
                                       .make("history", commits: 5, guilty: 3, before: before, after: after)
        end
        yield keeper ? make.call(keeper) : Cachemark::Host::Keeper.start(&make)
      end
    end

    def git(folder, *words)
      output, status = Open3.capture2e("git", "-C", folder, *words)
      raise output unless status.success?

      output
    end
  end
end
