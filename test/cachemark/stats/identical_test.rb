# frozen_string_literal: true

require "test_helper"

class IdenticalTest < Minitest::Test
  def test_names_the_twin_on_both_sides
    first, second = notes(contenders: %w[a b]) { |line| twin(line) }

    assert_includes first, "identical to b: same code, same options"
    assert_includes second, "identical to a: same code, same options"
  end

  def test_other_options_are_no_twins
    first, second = notes(contenders: %w[a b]) do |line|
      twin(line)
      line["options"] = { "binary" => line["contender"] == "a" } if line["type"] == "environment"
    end

    refute_match(/identical/, (first + second).join)
  end

  def test_options_are_read_from_the_notation_where_the_record_has_no_others
    first, = notes(contenders: %w[a b]) do |line|
      twin(line)
      line["notation"] = "a@1.0#{",binary=on" if line["contender"] == "b"}" if line["type"] == "cell"
    end

    refute_match(/identical/, first.join)
  end

  def test_another_digest_is_another_contender
    first, = notes(contenders: %w[a b]) { |line| line["client"] &&= "ruby/a" }

    refute_match(/identical/, first.join)
  end

  private

  def twin(line)
    line["client"] &&= "ruby/a" unless line["contender"] == "socket"
    line["digest"] &&= "same" unless line["contender"] == "socket"
    line["gems"] &&= { "a" => "1.0" }
  end

  def notes(**options, &change)
    lines = MadeRecord.lines(**options).each(&change)
    Said::Table.of(Cachemark::Record.from_lines(lines)).rows.last(2).map(&:footnotes)
  end
end
