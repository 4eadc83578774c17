# frozen_string_literal: true

# Makes the picture of the first page of results in this folder again, with Chromium, from the folder results:
#   ruby docs/screenshots/results.rb
require "tmpdir"
require_relative "chromium"

Dir.mktmpdir("cachemark-screenshot") do |folder|
  system("#{ROOT}/bin/cachemark", "publish", "#{folder}/site", "--results", "#{ROOT}/results", exception: true)
  shoot("results", "#{folder}/site/index.html", anchor: "", colours: "light", height: 930)
end
