# frozen_string_literal: true

require "test_helper"
require "tmpdir"
%w[step adapter store_adapter].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverAdapterTest < Minitest::Test
  # Looks for a library below $LOAD_PATH.
  class Looking < Adapter
    def look(name) = loaded_file(name)
  end

  def test_each_file_registers_its_own_name
    folder = File.join(Cachemark::ROOT, "drivers/ruby/adapters")

    Dir[File.join(folder, "*.rb")].each do |path|
      assert_includes File.read(path), "adapter #{File.basename(path, ".rb").inspect}\n"
    end
  end

  def test_finds_adapters_by_name_only
    assert_equal "socket", Adapter.named("socket").registered_name
    ["nosuch", "../driver", "", "socket.rb"].each { |name| assert_raises(ArgumentError) { Adapter.named(name) } }
  end

  def test_a_loaded_file_is_found_below_the_load_path_only
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "odd_library.rb"), "")
      require File.join(folder, "odd_library.rb")

      assert_nil Looking.new.look("odd_library.rb")
      $LOAD_PATH.unshift(folder)
      assert_equal File.realpath(File.join(folder, "odd_library.rb")), Looking.new.look("odd_library.rb")
    ensure
      $LOAD_PATH.delete(folder)
    end
  end

  def test_each_cell_has_its_own_options
    loaded = Looking.new("a" => true)
    cell = loaded.with({ "a" => false }, true)

    assert_equal [true, false], [loaded.options["a"], cell.options["a"]]
    assert_equal [false, true], [loaded.published?, cell.published?]
  end

  def test_interprets_replies
    adapter = Looking.new

    { true => true, "STORED\r\n" => true, false => false, "NOT_STORED\r\n" => false }.each do |reply, done|
      assert_equal done, adapter.done?("set", reply)
    end
    assert_nil adapter.done?("set", nil)
  end
end

# The tables of contributing/client.md name methods that exist, with their arguments.
class DriverAdapterGuideTest < Minitest::Test
  SECTION = File.read(File.join(Cachemark::ROOT, "contributing/client.md"), encoding: "UTF-8")[/^## 3\..*?(?=^## 4\.)/m]
  TABLES = SECTION.lines.grep(/\A\|/).map { |line| line[/\A\|.*?\|/] }.join
  PLACES = [Adapter.named("socket"), StoreAdapter].freeze

  def test_methods_have_the_arguments_of_the_guide
    signatures = TABLES.scan(/`([a-z_]+\??)\(([^)]*)\)`/)
    assert_operator signatures.size, :>, 15
    signatures.each do |name, arguments|
      known = PLACES.filter_map { |place| parameters(place, name) }
      assert_includes known, arguments.delete("*").split(", "), name
    end
  end

  def test_every_operation_is_in_the_guide
    assert_empty CachemarkDriver::Step::OPERATIONS.keys - TABLES.scan(/[a-z_]+/)
  end

  def test_steps_have_the_methods_of_the_guide
    names = SECTION.scan(/\bstep\.([a-z_]+\??)/).flatten.uniq
    assert_empty names.reject { |name| CachemarkDriver::Step.method_defined?(name) }
  end

  private

  def parameters(place, name)
    return unless place.method_defined?(name) || place.private_method_defined?(name)

    place.instance_method(name).parameters.map { |_, parameter| parameter.to_s }
  end
end
