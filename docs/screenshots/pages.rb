# frozen_string_literal: true

# Makes the pictures of a run's page in this folder again, with Chromium, from its record:
#   cachemark run --suite today --for 3m -o run.jsonl
#   ruby docs/screenshots/pages.rb run.jsonl
require "tmpdir"
require_relative "chromium"

# Name => the anchor that it shows, in which colours, and its height.
SHOTS = { "report" => { anchor: "", colours: "light", height: 900 },
          "report-charts" => { anchor: "#costs", colours: "dark", height: 1000 } }.freeze

abort "ruby #{$PROGRAM_NAME} RUN.jsonl" if ARGV.size != 1

Dir.mktmpdir("cachemark-screenshot") do |folder|
  system("#{ROOT}/bin/cachemark", "show", ARGV[0], "--format", "html", "--output", "#{folder}/run.html", exception: true)
  SHOTS.each { |name, shot| shoot(name, "#{folder}/run.html", **shot) }
end
