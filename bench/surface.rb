# frozen_string_literal: true

# The size of what a user sees: the option slots of all commands, and the words of the documents that people write.
#
#   ruby bench/surface.rb
#
# A slot is an option of a command. A word of --with, --allow or --output counts once, and so does an option of every command.
# --help and -h count nowhere.

require_relative "support"
Bench.with_gems(__FILE__)
require "cachemark"

options = Cachemark::CLI::COMMANDS.transform_values { |name| Cachemark::CLI.const_get(name).groups.values.flatten }
members = options.values.flatten.flat_map { |option| option.members.map { |member| member.names.last } }.uniq
common = Cachemark::CLI::Options::COMMON.reject { |option| %i[usual help].include?(option.key) }
options.each { |command, own| puts format("%4d  %s", own.size, command) }
puts format("%4d  of every command", common.size), format("%4d  words of --with, --allow and --output", members.size),
     format("%4d  slots (goal: 160)", options.values.sum(&:size) + common.size + members.size), ""

DOCUMENTS = { "README" => ["README.md"], "guides" => ["guides/**/*.md"], "docs, without findings" => ["docs/*.md"],
              "contributing" => ["CONTRIBUTING.md", "contributing/**/*.md"], "ARCHITECTURE" => ["ARCHITECTURE.md"],
              "findings" => ["docs/findings/*.md"], "CHANGELOG" => ["CHANGELOG.md"] }.freeze
COUNTED = 4
# Programs write these: pages of the reference, and tables between two comments (bench/included.rb).
REFERENCE = "reference/*.md"
TABLE = /<!-- included: ([\w-]+) -->.*?<!-- end of \1 -->/m

text = ->(glob) { Dir.glob(glob, base: Bench::ROOT).map { |path| File.read(File.join(Bench::ROOT, path)) }.join("\n") }
words = DOCUMENTS.transform_values { |globs| globs.sum { |glob| text[glob].gsub(TABLE, "").split.size } }
words.each { |name, count| puts format("%6d  %s", count, name) }
puts format("%6d  words of README, guides, docs and contributing by hand (goal: 32,000)", words.values.first(COUNTED).sum),
     format("%6d  words of the generated reference", text[REFERENCE].split.size)
