# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Lab
    # Makes copies of a client's source, each in a folder of its own name: verbatim, or edited so
    # that it is slower by a known amount, or wrong. They are contenders of which the truth
    # is known, so that a judge can be judged: CLIENT@path:DIR.
    class Spoiling
      # What is edited: `file` below lib/ that a user requires, the class that `owner` names
      # and its method `name`.
      Target = Value.define(:file, :owner, :name)

      # `source` is the folder of an installed gem or of a checkout (absolute), `into` where the
      # copies go; who made that folder removes it.
      #
      #: (source: String, into: String, target: Target) -> void
      def initialize(source:, into:, target:)
        @source = source
        @into = into
        @target = target
      end

      # The folder of a new copy, absolute. Without an edit it is verbatim. Raises Trouble where
      # the source has no such file.
      #
      #: (String, ?Spoiling::Edit?) -> String
      def copy(name, edit = nil)
        main = ::File.join("lib", @target.file)
        unless ::File.file?(::File.join(@source, main))
          raise Trouble.new("#{@source} has no #{main} to edit", try: "name a file that the client's users require")
        end

        folder = ::File.join(@into, name)
        fill(folder)
        ::File.write(::File.join(folder, main), edit.source(@target), mode: "a") if edit
        folder
      rescue SystemCallError => error
        raise Trouble.new("a copy of #{@source} cannot be made: #{error.message}", try: "make room in #{@into}")
      end

      # The same in a folder that also names the source and the edit: made once, and whole as soon
      # as it is there, whoever else may be making it.
      #: (String, Spoiling::Edit) -> String
      def kept(name, edit)
        key = Digest::SHA256.hexdigest([@source, edit.source(@target)].join("\0"))[0, 12]
        folder = ::File.join(@into, "#{name}-#{key}")
        return folder if ::File.directory?(folder)

        part = copy("#{name}-#{key}.#{::Process.pid}.part", edit)
        ::File.rename(part, folder)
        folder
      rescue Errno::ENOTEMPTY, Errno::EEXIST
        FileUtils.rm_rf(part)
        folder
      end

      private

      def fill(folder)
        FileUtils.rm_rf(folder)
        FileUtils.mkdir_p(folder)
        FileUtils.cp_r(::File.join(@source, "."), folder)
        FileUtils.rm_rf(::File.join(folder, ".git"))
        FileUtils.chmod_R("u+w", folder)
        FileUtils.cp(specification, ::File.join(folder, gemspec)) if specification && Dir.glob("*.gemspec", base: folder).empty?
      end

      # An installed gem has its gemspec elsewhere; with it the copy keeps version and dependencies.
      def specification
        path = ::File.expand_path("../../specifications/#{::File.basename(@source)}.gemspec", @source)
        path if ::File.file?(path)
      end

      def gemspec = "#{::File.basename(@source)[/\A(.+)-\d/, 1]}.gemspec"
    end
  end
end
