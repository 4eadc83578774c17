# frozen_string_literal: true

require "test_helper"

class CatalogShelfTest < Minitest::Test
  include FixtureTree

  def test_reads_what_lies_in_its_folder_by_id_sorted
    Dir.mktmpdir do |root|
      scenario = "kind: client\nkeys: { k: { text: k } }\nsteps: [{ op: get, key: k }]\n"
      plant(root, "scenarios/client/b.yml" => "id: client/b\n#{scenario}",
            "scenarios/client/a.yml" => "id: client/a\n#{scenario}")
      shelf = Cachemark::Catalog::Shelf.new(root)
      assert_equal %w[client/a client/b], shelf.scenarios.keys
      assert_empty shelf.suites
    end
  end

  def test_faults_are_checked_and_their_mutants_are_those_that_lie_beside_the_drivers
    text = "title: t\nhappens: h\ninvariant: i\nsource: s\njudges: [own-value]\nsteps: [{ subject: {} }]\n"
    assert_equal ["python/leaks", "leaks"], faults("#{text}controls: [python/leaks, leaks]\n")["cut/a"].controls
    ["controls: [parts]", "controls: [shared]", "controls: [ruby/leaks]", "controls: leaks"].each do |line|
      error = assert_raises(Cachemark::Usage, line) { faults("#{text}#{line}\n") }
      assert_match(%r{catalog/fault/cut/a.yml:7: /controls}, error.message)
    end
  end

  private

  def faults(text)
    Dir.mktmpdir do |root|
      plant(root, "catalog/fault/cut/a.yml" => text, "drivers/python/mutants/leaks.py" => "",
                  "drivers/ruby/mutants/leaks.rb" => "", "drivers/ruby/mutants/parts/shared.rb" => "")
      FileUtils.cp_r("#{Cachemark::ROOT}/catalog/schema", "#{root}/catalog/schema")
      Cachemark::Catalog::Shelf.new("#{root}/catalog").faults
    end
  end
end
