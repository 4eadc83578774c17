# frozen_string_literal: true

module Cachemark
  module CLI
    # `audit [FOLDER]`: the advisories and findings that hold for the memcached clients in the lock files of a folder.
    class Audit < Command
      describe "List the known bugs of the memcached clients in a project's lock files.",
               arguments: "[FOLDER]", examples: [
                 ["audit", "The lock files of this folder: Gemfile.lock, requirements.txt, poetry.lock, uv.lock and others."],
                 ["audit ../shop --format markdown", "Those of another project, for an issue."],
                 ["audit --format json --output audit.json", "For a program. The exit code is 1 if something is found, and 3 " \
                                                             "if something could not be judged."]
               ]
      takes "Report" => Options.report(Report::Audit.formats)

      private

      def perform(words)
        refuse_more(words.drop(1))
        result = Cachemark::Audit::Judgement.new(catalog, names).of(contents(words.first || "."))
        Delivery.new(@options, out: @out, err: @err).deliver_value(Report::Audit, result)
        result.code
      end

      def catalog = @catalog ||= Catalog.load
      def names = @names ||= Cachemark::Audit::Names.new(catalog)

      def contents(folder)
        shown = Report::Visible.text(folder).gsub("\n", '\n')
        raise Usage.new("audit: #{shown} is a file", try: "name its folder") if File.file?(folder)
        raise Usage.new("audit: there is no folder #{shown}", try: "name the folder of a project") unless File.directory?(folder)

        found = Cachemark::Audit::Folder.new(folder, names.wanted).contents
        return found if found.files.any?

        names = Cachemark::Audit::Folder::READERS.keys.grep_v(%r{/})
        raise Trouble.new("#{folder == "." ? "this folder" : shown} has no lock file that Cachemark reads",
                          try: "name the folder of a project with #{Vocabulary.list(names, "or")}")
      rescue SystemCallError => error
        raise Trouble.new("#{shown} cannot be read: #{error.message.sub(/ @ .*/m, "")}", try: "name a folder that you may read")
      end
    end
  end
end
