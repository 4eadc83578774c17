# frozen_string_literal: true

require "test_helper"
require "rbconfig"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_null_client"

# The driver that a new language starts from has no client but `null`.
class TemplateDriverTest < Minitest::Test
  include ANullClient

  FOLDER = File.join(Cachemark::ROOT, "contributing", "template")

  def argv = [RbConfig.ruby, File.join(FOLDER, "driver.rb")]

  def language_name = "template"

  def test_its_facts_fit_the_schema
    schema = Cachemark::Catalog::Document::Schema.new(File.join(Cachemark::ROOT, "catalog"), "language")

    assert_nil schema.check(Cachemark::Catalog::Document.read(File.join(FOLDER, "language.yml")))
  end

  def test_it_is_no_language_yet
    refute_includes Cachemark::Vocabulary::Language.all.keys, language_name
  end
end
