# frozen_string_literal: true

# Repeats the printed examples of README and the guides, and writes their outputs and captions in place:
#   ruby bench/examples.rb [--list] [--for TIME] [--only PATTERN] [--again]
require_relative "support"
Bench.with_gems(__FILE__)
require "cachemark"
require "optparse"
require_relative "../check/printed"
require_relative "examples/series"

options = {}
parser = OptionParser.new do |words|
  words.banner = "Usage: ruby bench/examples.rb [OPTIONS]"
  words.on("--list", "List the examples with their time and state, in their order. Run nothing.") { options[:list] = true }
  words.on("--for TIME", "Start no example that would end later, such as 30m.") do |text|
    options[:for_s] = Bench::Examples.seconds(text) or raise OptionParser::InvalidArgument, "#{text}: no time, such as 30m"
  end
  words.on("--only PATTERN", Regexp, "Only examples whose page or command matches.") { |pattern| options[:only] = pattern }
  words.on("--again", "Also repeat the examples that were measured today with this version.") { options[:again] = true }
end
begin
  rest = parser.parse(ARGV)
  raise OptionParser::NeedlessArgument, rest.join(" ") if rest.any?
rescue OptionParser::ParseError => error
  warn error.message, "Try: ruby bench/examples.rb --help"
  exit 2
end

$stdout.sync = true
series = Bench::Examples::Series.new(Bench::ROOT, **options.slice(:for_s, :only, :again))
exit series.list if options[:list]
begin
  exit series.run
rescue Interrupt
  warn "Interrupted. The same command goes on with the next example."
  exit 130
end
