# frozen_string_literal: true

require "test_helper"

# Records of an earlier Cachemark still make the reports that they made then. recorded/README.md says what is compared.
class RecordedTest < Minitest::Test
  RENAMES = Recorded::Renames.new

  Recorded.items.each do |item|
    define_method("test_#{item.name}_as_#{item.format}") do
      code, text = item.show

      assert_equal item.code, code, text
      compare(item.format, item.expected, text) if code.zero?
    end
  end

  def test_a_published_history
    expected = JSON.parse(Recorded.read(File.join(Recorded::ROOT, "expected", "site.json")))

    assert_equal expected.keys, Recorded.site.keys
    expected.each do |path, content|
      format = File.extname(path).delete_prefix(".")
      compare(format, content.is_a?(Hash) ? JSON.generate(content) : content, Recorded.site[path], path) if content
    end
  end

  private

  def compare(format, expected, text, place = format)
    if format == "json" then compare_json(expected, text, place)
    elsif Recorded::READ.include?(format) then compare_shown(format, expected, text, place)
    else assert_equal RENAMES.bytes(format, expected), RENAMES.without_added(format, text), place
    end
  end

  def compare_json(expected, text, place)
    earlier = flat(RENAMES.json(JSON.parse(expected)))
    later = flat(RENAMES.without_added("json", JSON.parse(text)))
    different = (earlier.keys | later.keys).reject do |path|
      earlier.key?(path) && later.key?(path) && same?(path, earlier[path], later[path])
    end

    assert_empty different.first(10).map { |path| "#{path}: #{earlier[path].inspect} became #{later[path].inspect}" }, place
  end

  # Each leaf by its path; an empty list or object is a leaf.
  def flat(value, path = "", found = {})
    case value
    when {}, [] then found[path] = value
    when Hash then value.each { |key, inner| flat(RENAMES.listed(key, inner), "#{path}/#{key}", found) }
    when Array then value.each_with_index { |inner, index| flat(inner, "#{path}/#{index}", found) }
    else found[path] = value
    end
    found
  end

  def same?(path, earlier, later)
    prose = earlier.is_a?(String) && later.is_a?(String) && path.split("/").intersect?(RENAMES.prose)
    return earlier.eql?(later) unless prose

    (figures.of(earlier) - figures.of(later)).empty?
  end

  def compare_shown(format, expected, text, place)
    earlier = format == "html" ? Shown.load(JSON.parse(expected)) : Shown.of(format, expected)

    assert_empty Shown::Losses.new(RENAMES.shown(earlier), Shown.of(format, text), figures).to_a, place
  end

  def figures = @@figures ||= Shown::Figures.new(Recorded.contenders)
end
