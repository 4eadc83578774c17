# frozen_string_literal: true

require "test_helper"

class CatalogLanguageTest < Minitest::Test
  CATALOG = Cachemark::Catalog.load

  def test_knows_its_drivers_file_and_the_options_of_all_contenders
    ruby = CATALOG.language("ruby")

    assert_equal "#{Cachemark::ROOT}/drivers/ruby/driver.rb", ruby.program
    assert_equal %w[ruby repo], ruby.places
    assert_equal %w[threads processes fibers], ruby.modes
  end

  def test_the_first_runtime_is_the_one_that_is_used_unasked
    assert_nil CATALOG.language("ruby").own_runtime
    assert_equal "python3", CATALOG.language("python").own_runtime
  end
end
