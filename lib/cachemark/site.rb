# frozen_string_literal: true

module Cachemark
  # A history as a folder of pages that needs no server: `Contents` takes from a store what is shown, `Pages` makes it into
  # files, `Folder` writes them. Every link is relative, every figure stands in a table, and JavaScript only draws and sorts.
  module Site
    # What pages are built with.
    HTML = Report::HTML
    # Of each series, so many points of each line, the newest; and how many of them a page shows one by one.
    POINTS = 1_000
    SHOWN = 200
    # So many runs, the newest.
    RUNS = 1_000
  end
end
