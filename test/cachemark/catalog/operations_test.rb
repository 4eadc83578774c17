# frozen_string_literal: true

require "test_helper"

class CatalogOperationsTest < Minitest::Test
  def test_every_operation_is_one_that_drivers_know
    source = File.read("#{Cachemark::ROOT}/drivers/ruby/lib/step.rb")
    known = source[/OPERATIONS = %w\(([^)]*)\)/, 1].split
    assert_equal known.sort, Cachemark::Catalog::Operations::KINDS.values.flatten.uniq.sort
  end

  def test_each_kind_has_its_own_write
    assert_equal %w[set write], %w[client store].map { |kind| Cachemark::Catalog::Operations.writer(kind) }
  end
end
