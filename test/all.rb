# frozen_string_literal: true

# Called by bin/test: takes files and folders out of ARGV, leaves the rest to minitest.
root = File.expand_path("..", __dir__)
# A /PATTERN/ is not a path.
named, rest = ARGV.partition do |word|
  !word.match?(%r{\A(-|/.*/\z)}) && (File.exist?(word) || File.exist?(File.join(root, word)))
end
stray = rest.find { |word| word.include?("/") && !word.match?(%r{\A(-|/.*/\z)}) }
abort "bin/test: there is no #{stray}" if stray
named = [__dir__] if named.empty?
files = named.flat_map do |word|
  path = File.exist?(word) ? File.expand_path(word) : File.join(root, word)
  File.directory?(path) ? Dir[File.join(path, "**/*_test.rb")] : path
end
abort "bin/test: no tests there: #{named.join(" ")}" if files.empty?
ARGV.replace(rest - ["--no-install"])

require "test_helper"
files.sort.uniq.each { |file| require file }
