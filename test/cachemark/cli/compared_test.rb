# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ComparedTest < Minitest::Test
    def test_contenders_over_the_scenarios_of_both
      cells = select("dalli@2.7.11", "dalli@3.2.15").task.cells

      assert_equal %w[dalli@2.7.11 dalli@3.2.15], cells.map { |cell| cell.contender.id }.uniq
      assert_equal 14, cells.size
      assert(cells.all?(&:shown))
    end

    def test_only_what_another_one_shares_with_the_first
      scenarios = ->(id, all) { all.select { |cell| cell.contender.id == id }.map { |cell| cell.scenario.kind }.uniq }
      cells = select("dalli", "socket").task.cells

      assert_equal [["client"], ["client"]], %w[dalli socket].map { |id| scenarios.call(id, cells) }
    end

    def test_refuses_contenders_that_share_nothing_with_the_first
      assert_match(/dalli and dalli_store have no scenario and mode in common/, refused("dalli", "dalli_store"))
      assert_match(/dalli and dalli_store have no scenario and mode in common/, refused("dalli", "memcached", "dalli_store"))
    end

    def test_one_alone_has_nothing_to_be_compared_with
      FolderTree.open("one.yml" => "contenders: [socket]\nscenarios: [client/get]\n") do |folder|
        assert_match(/socket has nothing to be compared with/, refused(suite: File.join(folder, "one.yml")))
      end
    end

    def test_a_time_in_which_no_pairs_fit_is_warned_of_before_it_is_spent
      said = lambda do |for_s, **options|
        selection = select("dalli@2.7.11", "dalli@3.2.15", for_s: for_s, **options)
        selection.short_time(selection.task(CLI::Compared::JUDGING))
      end

      assert_equal "--for 3s is too short for a verdict: even a fast machine needs --for 9s", said.call(3.0, scenarios: %w[get])
      assert_match(/--for 5s is too short .* --for 19s\z/, said.call(5.0))
      assert_nil said.call(20.0)
    end

    def test_modes_are_compared_each_for_itself
      cells = select("dalli@2.7.11", "dalli@3.2.15", modes: %w[sync threads-4], scenarios: %w[client/get]).task.cells

      assert_equal %w[dalli@2.7.11 dalli@3.2.15].product(%w[sync threads-4]),
                   cells.map { |cell| [cell.contender.id, cell.mode] }
    end

    def test_a_mode_that_one_has_not_cannot_be_compared
      message = refused("socket", "python/socket", modes: %w[gevent-8])

      assert_match(/\Asocket cannot be compared: Ruby has only the modes/, message)
      assert_equal %w[sync], select("socket", "python/socket", modes: %w[sync gevent-8]).task.cells.map(&:mode).uniq
    end

    def test_the_same_twice_is_compared_all_the_same
      contenders = select("dalli@3.2.15", "dalli@3.2.15", "dalli@3.2.15").task.contenders

      assert_equal %w[dalli@3.2.15 dalli@3.2.15#2 dalli@3.2.15#3], contenders.map(&:id)
      assert_equal ["dalli@3.2.15"], contenders.map(&:notation).uniq
    end

    def test_a_suite_brings_its_contenders
      FolderTree.open("two.yml" => "contenders: [socket, dalli]\nscenarios: [client/get]\n") do |folder|
        assert_equal %w[socket dalli], select(suite: File.join(folder, "two.yml")).task.contenders.map(&:id)
      end
    end

    def test_a_job_knows_how_it_is_judged
      task = select("dalli", "socket").task({ margin: 0.02 })

      assert_equal({ margin: 0.02 }, task.judging)
      assert_predicate task.judging, :frozen?
    end

    private

    def select(*words, **options)
      CLI::Compared.new(words, options, catalog: MadeCells::CATALOG, versions: MadeVersions.new, runtime: Env::Runtimes::Runtime.current)
    end

    def refused(*words, **options) = assert_raises(Usage) { select(*words, **options).task }.message
  end

  class CLI::Compared::CopiesTest < Minitest::Test
    def test_every_copy_is_a_contender_under_the_name_of_what_was_done_to_it
      in_copies do |folders|
        task = controlled(folders).task({ margin: 0.02 })

        assert_equal %w[steady slow], task.contenders.map(&:id)
        assert_equal folders.values.map { |folder| "dalli@path:#{folder}" }, task.contenders.map(&:notation)
        assert_equal %w[client/set client/get], task.cells.map { |cell| cell.scenario.id }.uniq
        assert_equal({ margin: 0.02 }, task.judging)
      end
    end

    def test_the_first_is_what_the_others_are_held_against
      in_copies do |folders|
        matches = Plan::Match.of(controlled(folders).task.cells)

        assert_equal [%w[steady slow], %w[steady steady]], matches.map { |match| [match.baseline.id, match.contender.id] }
      end
    end

    private

    def controlled(folders)
      CLI::Compared::Copies.new("dalli", folders, { scenarios: %w[client/get client/set] }, catalog: MadeCells::CATALOG,
                                                                                      versions: MadeVersions.new,
                                                                                      runtime: Env::Runtimes::Runtime.current)
    end

    def in_copies
      names = %w[steady slow]
      gemspec = "Gem::Specification.new { |s| s.name = \"dalli\"; s.version = \"3.2.8\" }\n"
      files = names.flat_map { |name| [["#{name}/dalli.gemspec", gemspec], ["#{name}/lib/dalli.rb", ""]] }.to_h
      FolderTree.open(files) { |root| yield names.to_h { |name| [name, File.join(root, name)] } }
    end
  end
end
