# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ControlledTest < Minitest::Test
    def test_every_copy_is_a_contender_under_the_name_of_what_was_done_to_it
      in_copies do |folders|
        job = controlled(folders).job({ margin: 0.02 })

        assert_equal %w[steady slow], job.contenders.map(&:id)
        assert_equal folders.values.map { |folder| "dalli@path:#{folder}" }, job.contenders.map(&:notation)
        assert_equal [%w[client/set client/get], { margin: 0.02 }], [job.cells.map { |cell| cell.scenario.id }.uniq, job.judging]
      end
    end

    def test_the_first_is_what_the_others_are_held_against
      in_copies do |folders|
        matches = Plan::Match.of(controlled(folders).job.cells)

        assert_equal [%w[steady slow], %w[steady steady]], matches.map { |match| [match.baseline.id, match.contender.id] }
      end
    end

    private

    def controlled(folders)
      CLI::Controlled.new("dalli", folders, { scenarios: %w[client/get client/set] }, catalog: MadeCells::CATALOG,
                                                                                      versions: MadeVersions.new,
                                                                                      runtime: Env::Runtime.current)
    end

    def in_copies
      names = %w[steady slow]
      gemspec = "Gem::Specification.new { |s| s.name = \"dalli\"; s.version = \"3.2.8\" }\n"
      files = names.flat_map { |name| [["#{name}/dalli.gemspec", gemspec], ["#{name}/lib/dalli.rb", ""]] }.to_h
      FolderTree.open(files) { |root| yield names.to_h { |name| [name, File.join(root, name)] } }
    end
  end
end
