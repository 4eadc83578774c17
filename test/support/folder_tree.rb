# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# Files for a test that reads a machine's folders: path below the root => text.
module FolderTree
  # The block gets the root; it is gone afterwards.
  #: (Hash[String, String]) { (String) -> Object } -> Object
  def self.open(files)
    Dir.mktmpdir do |root|
      files.each do |path, text|
        FileUtils.mkdir_p(File.dirname(File.join(root, path)))
        File.write(File.join(root, path), text)
      end
      yield root
    end
  end
end
