# frozen_string_literal: true

# Makes the pictures of pages in this folder again, with Chromium, from the records of a run and of a comparison:
#   cachemark run dalli memcached memcached,binary=on socket --suite clients --for 3m --record run.jsonl
#   cachemark compare dalli@2.7.11 dalli@3.2.8 dalli@4.3.10 --scenario 'client/*et' --for 2m --record compare.jsonl
#   ruby docs/screenshots/pages.rb run.jsonl compare.jsonl
require "open3"
require "tmpdir"

ROOT = File.expand_path("../..", __dir__)
# Name => the frames that are next to each other: which record, from where on, how wide, in which colours; and their height.
SHOTS = {
  "report" => [[["run", "", 1240, "light"]], 900],
  "report-charts" => [[["run", "#costs", 1240, "dark"]], 1000],
  "report-phone" => [[["run", "#results", 375, "light"], ["run", "#costs", 375, "dark"]], 800],
  "report-compare" => [[["compare", "", 1240, "light"]], 1180]
}.freeze

# A frame has the width that its page sees, and hands its colours on to it.
def page((frames, height))
  inside = frames.map do |record, anchor, width, colours|
    "<iframe src='#{record}.html#{anchor}' style='width:#{width}px;height:#{height}px;color-scheme:#{colours}'></iframe>"
  end
  "<!doctype html><meta charset=utf-8><style>body{margin:0;display:flex;gap:8px;background:#888}iframe{border:0}</style>" \
    "#{inside.join}"
end

abort "ruby #{$PROGRAM_NAME} RUN.jsonl COMPARE.jsonl" if ARGV.size != 2

Dir.mktmpdir("cachemark-screenshot") do |folder|
  %w[run compare].zip(ARGV) do |name, record|
    system("#{ROOT}/bin/cachemark", "show", record, "--format", "html", "--output", "#{folder}/#{name}.html", exception: true)
  end
  SHOTS.each do |name, shot|
    File.write("#{folder}/shot.html", page(shot))
    size = [shot.first.sum { |_, _, width, _| width + 8 } - 8, shot.last]
    out, status = Open3.capture2e("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                                  "--user-data-dir=#{folder}/profile", "--virtual-time-budget=20000",
                                  "--window-size=#{size.join(",")}", "--screenshot=#{__dir__}/#{name}.png",
                                  "file://#{folder}/shot.html")
    abort "chromium: #{out}" unless status.success?
    puts "docs/screenshots/#{name}.png, #{File.size("#{__dir__}/#{name}.png") / 1000} kB"
  end
end
