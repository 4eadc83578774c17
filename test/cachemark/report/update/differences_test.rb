# frozen_string_literal: true

require "test_helper"

class UpdateDifferencesTest < Minitest::Test
  def test_a_document_that_names_machine_and_ruby_has_none
    lines = ["Times are from a machine with 2 AMD EPYC cores running Debian GNU/Linux 12 (bookworm).\n", "on ruby 3.1.2\n"]

    assert_empty warnings(lines)
  end

  def test_a_document_that_names_no_machine
    assert_match(/\Ait does not name this machine; this run: Times are from/, warnings(["ruby 3.1.2\n"]).first)
  end

  private

  def warnings(lines) = Cachemark::Report::Update::Differences.new(lines, [], MadeRecord.table).warnings
end
