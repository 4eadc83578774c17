# frozen_string_literal: true

# Makes the pictures of a run's page in this folder again, with Chromium, from its record:
#   cachemark run --suite current --for 3m --record run.jsonl
#   ruby docs/screenshots/pages.rb run.jsonl
require "open3"
require "tmpdir"

ROOT = File.expand_path("../..", __dir__)
# Name => the anchor that it shows, in which colours, and its height.
SHOTS = { "report" => ["", "light", 900], "report-charts" => ["#costs", "dark", 1000] }.freeze
WIDTH = 1240

# A frame hands its colours on to its page.
def page(anchor, colours, height)
  "<!doctype html><meta charset=utf-8><style>body{margin:0}iframe{border:0}</style>" \
    "<iframe src='run.html#{anchor}' style='width:#{WIDTH}px;height:#{height}px;color-scheme:#{colours}'></iframe>"
end

abort "ruby #{$PROGRAM_NAME} RUN.jsonl" if ARGV.size != 1

Dir.mktmpdir("cachemark-screenshot") do |folder|
  system("#{ROOT}/bin/cachemark", "show", ARGV[0], "--format", "html", "--output", "#{folder}/run.html", exception: true)
  SHOTS.each do |name, shot|
    File.write("#{folder}/shot.html", page(*shot))
    out, status = Open3.capture2e("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                                  "--user-data-dir=#{folder}/profile", "--virtual-time-budget=20000",
                                  "--window-size=#{WIDTH},#{shot.last}", "--screenshot=#{__dir__}/#{name}.png",
                                  "file://#{folder}/shot.html")
    abort "chromium: #{out}" unless status.success?
    puts "docs/screenshots/#{name}.png, #{File.size("#{__dir__}/#{name}.png") / 1000} kB"
  end
end
