# frozen_string_literal: true

# Called by bin/check: all.rb ROOT [--root OTHER_ROOT] [PART]...
require "tree"

root, *words = ARGV - ["--no-install"]
root = File.expand_path(words.slice!(words.index("--root"), 2).last) if words.include?("--root")
unknown = words - Check.parts
abort "bin/check: no such part: #{unknown.join(", ")}. There are: #{Check.parts.join(", ")}" if unknown.any?

tree = Check::Tree.new(root)
tree.ruby # read once, for all
# Each part is a separate process, so that no core is idle. They report in their order.
parts = (words.empty? ? Check.parts : words).map do |name|
  IO.popen("-") || begin
    problems = Check.part(name).new(tree).problems
    puts "#{name}: #{problems.empty? ? "ok" : "#{problems.size} problems"}", problems.map { |problem| "  #{problem}" }
    exit problems.empty?
  end
end
failed = parts.reject do |part|
  IO.copy_stream(part, $stdout)
  part.close
  $?.success?
end
exit 1 if failed.any?
