# frozen_string_literal: true

require "test_helper"

class CachemarkTest < Minitest::Test
  def test_every_file_loads_and_defines_what_its_name_says
    Cachemark::LOADER.eager_load(force: true)
  end

  def test_its_root_holds_what_it_needs
    %w[catalog drivers protocol lib].each { |folder| assert_path_exists File.join(Cachemark::ROOT, folder) }
  end
end
