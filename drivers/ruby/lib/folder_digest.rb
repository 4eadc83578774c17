# encoding: utf-8
require "digest"

module CachemarkDriver
  # SHA256 over every file of some folders, name and content, so that two contenders
  # with the same code are known to be the same whatever their versions say.
  module FolderDigest
    # String of 64 hex digits, or nil without folders.
    def self.of(folders)
      return nil if folders.empty?
      digest = Digest::SHA256.new
      folders.each do |folder|
        files(folder).each { |name| digest << name << "\0" << content(File.join(folder, name)) << "\0" }
      end
      digest.hexdigest
    end

    # Relative names of all files, sorted.
    def self.files(folder)
      Dir.glob(File.join(folder, "**", "*")).select { |path| File.file?(path) }.map { |path| path[(folder.length + 1)..-1] }.sort
    end

    def self.content(path)
      File.open(path, "rb") { |file| file.read }
    end
  end
end
