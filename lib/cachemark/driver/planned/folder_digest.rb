# frozen_string_literal: true

require "digest"

module Cachemark
  module Driver
    class Planned
      # SHA-256 over the folders of the libraries that a driver has loaded. Two contenders with the same code are known to be the
      # same, whatever their versions say.
      module FolderDigest
        BYTECODE = %w[.pyc .pyo].freeze
        private_constant :BYTECODE

        # 64 hex digits over each file's relative name, NUL, its content, NUL, sorted by name; nil without folders. A library of
        # one file is that file.
        #: (Array[String]) -> String?
        def self.of(folders)
          return if folders.empty?

          sum = Digest::SHA256.new
          folders.each do |folder|
            files(folder).sort.each { |name, path| sum << name << "\0" << File.binread(path) << "\0" }
          end
          sum.hexdigest
        end

        # Bytecode comes and goes.
        def self.files(folder)
          return [[File.basename(folder).b, folder]] if File.file?(folder)

          names = Dir.glob("**/*", File::FNM_DOTMATCH, base: folder).reject { |name| BYTECODE.include?(File.extname(name)) }
          names.map { |name| [name.b, File.join(folder, name)] }.select { |_, path| File.file?(path) }
        end
        private_class_method :files
      end
    end
  end
end
