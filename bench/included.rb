# frozen_string_literal: true

# Writes the tables that README and the guides include (check/included.rb), and catalog/checks/.
#
#   ruby bench/included.rb
require_relative "support"
Bench.with_gems(__FILE__)
$LOAD_PATH.unshift(File.join(Bench::ROOT, "check"))
require "included"
require "printed"
require "tree"

checks = File.join(Bench::ROOT, Check::Included::Checks::PATH)
File.write(checks, Check::Included::Checks.new(Bench::ROOT).to_s)

Check::Printed.pages(Check::Tree.new(Bench::ROOT)).each do |path|
  file = File.join(Bench::ROOT, path)
  text = File.read(file)
  written = Check::Included.written(text, Bench::ROOT)
  next if written == text

  File.write(file, written)
  puts "#{path}: written"
end
