# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# A small project in a temporary folder, for the parts of bin/check.
module FixtureTree
  CHECK = File.expand_path("../../check", __dir__)
  $LOAD_PATH.push(CHECK) unless $LOAD_PATH.include?(CHECK)
  require "tree"

  # The problems that a part of bin/check finds in a tree of these files (path => text).
  def problems_of(name, files = {}, own: nil, **more)
    Dir.mktmpdir("cachemark-tree") do |root|
      plant(root, files.merge(more))
      Check.part(name).new(Check::Tree.new(root), **{ own: own }.compact).problems
    end
  end

  def plant(root, files)
    files.each do |path, text|
      absolute = File.join(root, path)
      FileUtils.mkdir_p(File.dirname(absolute))
      File.write(absolute, text)
    end
  end
end
