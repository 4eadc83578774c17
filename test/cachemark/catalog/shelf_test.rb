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
end
