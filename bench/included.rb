# frozen_string_literal: true

# Writes the tables that README and the guides include from results/ (check/included.rb).
#
#   ruby bench/included.rb
require_relative "support"
Bench.with_gems(__FILE__)
$LOAD_PATH.unshift(File.join(Bench::ROOT, "check"))
require "included"
require "printed"
require "tree"

Check::Printed.pages(Check::Tree.new(Bench::ROOT)).each do |path|
  file = File.join(Bench::ROOT, path)
  text = File.read(file)
  written = Check::Included.written(text, Bench::ROOT)
  next if written == text

  File.write(file, written)
  puts "#{path}: written"
end
