# frozen_string_literal: true

require "fileutils"
require "tmpdir"

# Folders with lock files, audited with the shipped catalogue.
module MadeAudit
  CATALOG = Cachemark::Catalog.load
  NAMES = Cachemark::Audit::Names.new(CATALOG)
  JUDGEMENT = Cachemark::Audit::Judgement.new(CATALOG, NAMES)

  class << self
    # The contents of a folder with these files (path => text). The block receives its path first.
    #: (Hash[String, String]) ?{ (String) -> void } -> Cachemark::Audit::Contents
    def contents(files)
      Dir.mktmpdir("cachemark-audit") do |folder|
        files.each do |name, text|
          FileUtils.mkdir_p(File.dirname(File.join(folder, name)))
          File.binwrite(File.join(folder, name), text)
        end
        yield folder if block_given?
        Cachemark::Audit::Folder.new(folder, NAMES.wanted).contents
      end
    end

    #: (Hash[String, String]) -> Cachemark::Audit::Result
    def result(files, &block) = JUDGEMENT.of(contents(files, &block))

    # A Gemfile.lock with these gems.
    #: (**String) -> Hash[String, String]
    def gems(**versions)
      specs = versions.map { |name, version| "    #{name} (#{version})\n" }.join
      asked = versions.keys.map { |name| "  #{name}\n" }.join
      { "Gemfile.lock" => "GEM\n  remote: https://rubygems.org/\n  specs:\n#{specs}\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n#{asked}" }
    end

    # A requirements.txt with these lines.
    #: (*String) -> Hash[String, String]
    def requirements(*lines) = { "requirements.txt" => lines.map { |line| "#{line}\n" }.join }
  end
end
