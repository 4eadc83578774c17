# frozen_string_literal: true

# Makes the picture of the page of results in this folder again, with Chromium, from the folder results:
#   ruby docs/screenshots/results.rb
require "tmpdir"
require_relative "chromium"

Dir.mktmpdir("cachemark-screenshot") do |folder|
  system("#{ROOT}/bin/cachemark", "publish", "#{folder}/site", "--results", "#{ROOT}/results", exception: true)
  shoot("choice-ruby", "#{folder}/site/index.html", anchor: "#choice-ruby", colours: "light", height: 470)
end
