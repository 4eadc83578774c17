# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Lab
    # Makes copies of a client's source, each in a folder with its own name. A copy is unchanged, or edited so that it is
    # slower by a known amount, or wrong. These contenders have known properties, so that verdicts on them can be judged:
    # CLIENT@path:DIR.
    class ClientCopies
      # `file` below lib/ that a user requires, the class named `owner`, and the method `name` that is edited.
      Target = Value.define(:file, :owner, :name)

      # Ruby that an edited method runs before `super`, the original method. Every edit costs one more call and its
      # arguments' Array. An edited copy is therefore compared with another edited copy, so that nothing else differs.
      class Edit < Value.define(:before)
        class << self
          # Counts to `loops` in every call: a cost that is the same in each call, including the fastest. With 0, it is the
          # other side of a comparison.
          #: (loops: Integer) -> Edit
          def spin(loops:) = new(before: "spin = #{Integer(loops)}\nspin -= 1 while spin > 0")

          # Sends the request once more than it should.
          #: () -> Edit
          def ask_twice = new(before: "super")

          # The number of loops that cost `share` of a call, if `tried` loops cost `effect` of it. If the comparison itself
          # measured `effect`, the result is valid for this machine, client and scenario.
          #: (Float, tried: Integer, effect: Float) -> Integer
          def loops_for(share, tried:, effect:)
            return [(tried * share / effect).round, 1].max if effect.positive?

            raise Trouble.new("#{tried} loops more cost #{format("%+.2f %%", effect * 100)}: nothing follows from that",
                              try: "try more loops, or measure longer")
          end
        end

        # Ruby that makes the edit, for the end of the client's file. It parses on Ruby 1.9.
        #: (Target) -> String
        def source(target)
          <<~RUBY

            #{target.owner}.send(:prepend, Module.new {
              def #{target.name}(*arguments, &block)
            #{indented}
                super
              end
              ruby2_keywords(:#{target.name}) if respond_to?(:ruby2_keywords, true)
            })
          RUBY
        end

        private

        def indented = before.lines.map { |line| "    #{line.chomp}" }.join("\n")
      end

      # `source` is the folder of an installed gem or of a checkout (absolute), `into` the folder for the copies. The caller
      # removes that folder.
      #: (source: String, into: String, target: Target) -> void
      def initialize(source:, into:, target:)
        @source = source
        @into = into
        @target = target
      end

      # The folder of a new copy, absolute. Without an edit, the copy is unchanged. Raises Trouble if the source has no such
      # file.
      #: (String, ?Edit?) -> String
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

      # The same in a folder whose name depends on the source and the edit. The copy is made once, and it is complete as soon
      # as it exists, even if several processes make it.
      #: (String, Edit) -> String
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

      # The gemspec of an installed gem is in another folder. With it, the copy keeps version and dependencies.
      def specification
        path = ::File.expand_path("../../specifications/#{::File.basename(@source)}.gemspec", @source)
        path if ::File.file?(path)
      end

      def gemspec = "#{::File.basename(@source)[/\A(.+)-\d/, 1]}.gemspec"

      # A git repository of a client with one slow commit. Every commit changes a line that nothing runs, and one of them
      # also edits the client.
      class History
        GIT_VARIABLES = {
          "GIT_AUTHOR_NAME" => "selftest", "GIT_AUTHOR_EMAIL" => "selftest@localhost",
          "GIT_COMMITTER_NAME" => "selftest", "GIT_COMMITTER_EMAIL" => "selftest@localhost",
          "GIT_CONFIG_GLOBAL" => ::File::NULL, "GIT_CONFIG_SYSTEM" => ::File::NULL
        }.freeze
        private_constant :GIT_VARIABLES

        #: (ClientCopies, keeper: Host::Keeper) -> void
        def initialize(copies, keeper:)
          @copies = copies
          @keeper = keeper
        end

        # Creates the repository in place of an earlier one, and returns its folder. `before` and `after` are edits of the
        # client, before and from the commit at `guilty` (1..commits - 1).
        #: (String, commits: Integer, guilty: Integer, before: Edit, after: Edit) -> String
        def make(name, commits:, guilty:, before:, after:)
          folder = @copies.copy(name, before)
          git(folder, "init", "--quiet", "--initial-branch=main")
          commits.times { |number| commit(folder, number, number == guilty ? after : nil) }
          folder
        end

        private

        def commit(folder, number, edit)
          FileUtils.cp_r("#{@copies.copy("#{::File.basename(folder)}-after", edit)}/.", folder) if edit
          ::File.write(::File.join(folder, "NEWS"), "#{number}\n", mode: "a")
          git(folder, "add", "--all")
          git(folder, "commit", "--quiet", "--message", "change #{number}")
        end

        def git(folder, *words)
          ended = @keeper.run(["git", *words], env: GIT_VARIABLES.merge("HOME" => folder), clean_env: false, chdir: folder)
          return if ended.success?

          raise Trouble.new("git #{words.first} failed in #{folder}: #{ended}", try: "check that git works: git --version")
        end
      end
    end
  end
end
