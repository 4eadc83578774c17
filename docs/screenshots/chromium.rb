# frozen_string_literal: true

require "open3"

ROOT = File.expand_path("../..", __dir__)
WIDTH = 1240

# Takes a picture of a page at an anchor, in a frame, which hands its colours on to it.
#: (String, String, anchor: String, colours: String, height: Integer) -> void
def shoot(name, page, anchor:, colours:, height:)
  frame = "#{File.dirname(page)}/shot.html"
  File.write(frame, "<!doctype html><meta charset=utf-8><style>body{margin:0}iframe{border:0}</style>" \
                    "<iframe src='#{File.basename(page)}#{anchor}' " \
                    "style='width:#{WIDTH}px;height:#{height}px;color-scheme:#{colours}'></iframe>")
  out, status = Open3.capture2e("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                                "--user-data-dir=#{File.dirname(page)}/profile", "--virtual-time-budget=20000",
                                "--window-size=#{WIDTH},#{height}", "--screenshot=#{__dir__}/#{name}.png", "file://#{frame}")
  abort "chromium: #{out}" unless status.success?
  puts "docs/screenshots/#{name}.png, #{File.size("#{__dir__}/#{name}.png") / 1000} kB"
end
