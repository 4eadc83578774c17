# frozen_string_literal: true

require "open3"
require "pathname"

module Cachemark
  # The files and folders at the paths of the user, relative to the current folder. It reads files as text, and runs only
  # git.
  class Places
    # The statement of the version in the source of a library.
    VERSION = /\b(?:VERSION|version|__version__)["']?\s*[=:]\s*["'](\d+(?:\.\w+)*)["']/
    GEM_NAME = /\.name\s*=\s*(?:%q)?["'{(]([\w.-]+)["'})]/
    private_constant :GEM_NAME

    #: (?String) -> void
    def initialize(cwd = Dir.pwd)
      @cwd = cwd
    end

    # The absolute path.
    #: (String) -> String
    def absolute(path) = File.expand_path(path, @cwd)

    # Whether anything exists there.
    #: (String) -> bool
    def exist?(path) = File.exist?(absolute(path))

    # Whether it is a folder.
    #: (String) -> bool
    def folder?(path) = File.directory?(absolute(path))

    # Whether it is a folder with the files that identify a library.
    #: (String, Vocabulary::Language::Checkout) -> bool
    def library?(path, checkout) = folder?(path) && Dir.glob(checkout.folder_patterns, base: absolute(path)).any?

    # Whether it is a file that can be run.
    #: (String) -> bool
    def executable?(path) = File.file?(absolute(path)) && File.executable?(absolute(path))

    # The version that the source in a checkout states, or nil.
    #: (String, Vocabulary::Language::Checkout) -> String?
    def version_in(path, checkout) = stated(path, checkout.versions, VERSION)

    # The runtime that the source in a checkout wants, such as ">= 3.3"; nil if it does not say so in the words of its language.
    #: (String, Vocabulary::Language::Checkout) -> String?
    def runtime_wanted(path, checkout) = checkout.wants&.then { |wants| stated(path, wants.files, wants.says) }

    # The names of the gems whose gemspecs are in a folder. Without a gemspec (as in an unpacked gem), the names of the files
    # in its lib folder.
    #: (String) -> Array[String]
    def gems_in(path)
      specs = Paths.matching(absolute(path), "*.gemspec")
      return specs.map { |file| gem_in(file) } if specs.any?

      Dir.children(absolute(File.join(path, "lib"))).grep(/\.rb\z/).sort.map { |file| File.basename(file, ".rb") }
    rescue SystemCallError
      []
    end

    # The names of the gems whose gemspecs lie in a folder, or at most two folders below: a repository may hold several.
    #: (String) -> Array[String]
    def gemspecs_below(path) = Paths.matching(absolute(path), "{,*/,*/*/}*.gemspec").map { |file| gem_in(file) }

    # Whether a folder is a checkout of a library.
    #: (String, String, Vocabulary::Language::Checkout) -> bool
    def holds?(path, library, checkout)
      return gems_in(path).include?(library) if checkout.modules.empty?

      files = Dir.glob(checkout.modules.map { |glob| glob.gsub("NAME", library) }, base: absolute(path))
      files.any? { |file| checkout.states.nil? || states?(File.join(absolute(path), file), checkout.states, library) }
    end

    # The git repository of a folder.
    #: (String) -> Repository
    def repository(path) = Repository.new(absolute(path))

    # A path relative to the current folder: ".", "../dalli".
    #: (String) -> String
    def relative(path) = Pathname.new(absolute(path)).relative_path_from(Pathname.new(@cwd)).to_s

    private

    def stated(path, globs, pattern)
      files = globs.flat_map { |place| Paths.matching(absolute(path), place) }
      files.lazy.filter_map { |file| File.read(file, encoding: "BINARY")[pattern, 1] }.first
    end

    def states?(file, pattern, library)
      File.file?(file) && File.read(file, encoding: "BINARY").match?(pattern.gsub("NAME", Regexp.escape(library)))
    end

    def gem_in(gemspec) = File.read(gemspec, encoding: "BINARY")[GEM_NAME, 1] || File.basename(gemspec, ".gemspec")

    # The git repository of a folder. It only reads. If git fails, a method returns nil, and `complaint` is git's last
    # message.
    class Repository
      # `subject` is the first line of the commit's message.
      Commit = Value.define(:id, :short, :subject)
      # Variables of a hook or a parent process would make git use another repository. git and its helpers need no password
      # of a server.
      ENVIRONMENT = %w[GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX CACHEMARK_PASSWORD]
                    .to_h { |name| [name, nil] }.merge("LC_ALL" => "C").freeze
      private_constant :ENVIRONMENT

      # String: the folder, absolute. String?: git's last error.
      attr_reader :dir, :complaint

      #: (String) -> void
      def initialize(dir)
        @dir = dir
        @listed = {}
      end

      # The folder with .git, absolute; nil if there is no repository, or no git.
      #: () -> String?
      def toplevel = line("rev-parse", "--show-toplevel")

      # The full id of a ref's commit.
      #: (String) -> String?
      def revision(ref) = line("rev-parse", "--verify", "--quiet", "--end-of-options", "#{ref}^{commit}")

      # The full id of the newest common commit of two refs.
      #: (String, String) -> String?
      def merge_base(one, other) = line("merge-base", one, other)

      # The commits from one to a later one, including both, oldest first, by first parents.
      #: (String, String) -> Array[Commit]
      def commits(base, head) = log("-1", base) + log("#{base}..#{head}")

      # The text of a file at a commit; its path is relative to the folder.
      #: (String, String) -> String?
      def show(ref, path) = revision(ref)&.then { |commit| blob(commit, path) }

      # The paths of all files at a ref; none if it is unknown.
      #: (String) -> Array[String]
      def files(ref) = revision(ref)&.then { |commit| listed(commit) } || []

      # The version that the library's source states at a ref, as Places#version_in does for a folder.
      #: (String, Vocabulary::Language::Checkout) -> String?
      def version_at(ref, checkout) = stated(ref, checkout.versions, Places::VERSION)

      # The runtime that it wants at a ref, as Places#runtime_wanted.
      #: (String, Vocabulary::Language::Checkout) -> String?
      def runtime_wanted_at(ref, checkout) = checkout.wants&.then { |wants| stated(ref, wants.files, wants.says) }

      # Whether the files below these paths, including uncommitted ones, are those of a commit.
      #: (String, Array[String]) -> bool
      def same?(ref, paths)
        !ask("diff", "--quiet", ref, "--", *paths).nil? && ask("ls-files", "--others", "--exclude-standard", "--", *paths) == ""
      end

      private

      # Each question is a process of git, and `find` asks about every commit.
      def stated(ref, globs, pattern)
        commit = revision(ref) or return
        paths = globs.flat_map { |glob| listed(commit).select { |file| File.fnmatch(glob, file, File::FNM_PATHNAME) } }
        paths.lazy.filter_map { |file| blob(commit, file).to_s.b[pattern, 1] }.first
      end

      def blob(commit, path) = ask("cat-file", "blob", "#{commit}:./#{path}")

      # A commit has the same files for ever.
      def listed(commit) = @listed[commit] ||= ask("ls-tree", "-r", "-z", "--name-only", commit).to_s.b.split("\0")

      def log(*words)
        plain = %w[--no-show-signature --first-parent --reverse --format=%H%x00%h%x00%s]
        ask("log", *plain, *words, "--").to_s.scrub.lines(chomp: true).map do |line|
          Commit.new(**%i[id short subject].zip(line.split("\0", 3)).to_h)
        end
      end

      def line(*words) = ask(*words)&.lines(chomp: true)&.first

      def ask(*words)
        out, err, status = Open3.capture3(ENVIRONMENT, "git", "-C", dir, *words)
        @complaint = err.lines(chomp: true).last
        out if status.success?
      rescue SystemCallError => error
        @complaint = "git cannot run: #{error.message}"
        nil
      end
    end
  end
end
