# frozen_string_literal: true

require "open3"

module Cachemark
  # The git repository that a folder lies in, as far as git tells. Reads only; an
  # answer that git does not have is nil. `complaint` is then the last thing git said.
  class Repository
    # `subject` is the first line of the commit's message.
    Commit = Value.define(:id, :short, :subject)
    # A hook's or a parent's variables would make git answer for another repository.
    ELSEWHERE = %w[GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX].to_h { |name| [name, nil] }.merge("LC_ALL" => "C").freeze
    private_constant :ELSEWHERE

    # String: the folder, absolute. String?: why git had no answer.
    attr_reader :dir, :complaint

    #: (String) -> void
    def initialize(dir)
      @dir = dir
    end

    # The folder that holds .git, absolute; nil where there is no repository, or no git.
    #: () -> String?
    def toplevel = line("rev-parse", "--show-toplevel")

    # The full id of the commit that a ref names.
    #: (String) -> String?
    def revision(ref) = line("rev-parse", "--verify", "--quiet", "--end-of-options", "#{ref}^{commit}")

    # The full id of the newest commit that two refs have in common.
    #: (String, String) -> String?
    def merge_base(one, other) = line("merge-base", one, other)

    # From a commit to a later one, both with it, oldest first, by first parents.
    #: (String, String) -> Array[Commit]
    def commits(base, head) = log("-1", base) + log("#{base}..#{head}")

    # The text of a file at a commit; its path is seen from the folder.
    #: (String, String) -> String?
    def show(ref, path) = revision(ref)&.then { |commit| ask("cat-file", "blob", "#{commit}:./#{path}") }

    # The version that the library says of itself at a ref, as Places#version_in does of a folder.
    #: (String, Vocabulary::Language::Checkout) -> String?
    def version_at(ref, checkout)
      files = revision(ref)&.then { |commit| ask("ls-tree", "-r", "-z", "--name-only", commit) }.to_s.split("\0")
      told = checkout.versions.flat_map { |glob| files.select { |file| File.fnmatch(glob, file, File::FNM_PATHNAME) } }
      told.lazy.filter_map { |file| show(ref, file).to_s.b[Places::VERSION, 1] }.first
    end

    # Whether the files below these paths, uncommitted ones too, are those of a commit.
    #: (String, Array[String]) -> bool
    def same?(ref, paths)
      !ask("diff", "--quiet", ref, "--", *paths).nil? && ask("ls-files", "--others", "--exclude-standard", "--", *paths) == ""
    end

    private

    def log(*words)
      plain = %w[--no-show-signature --first-parent --reverse --format=%H%x00%h%x00%s]
      ask("log", *plain, *words, "--").to_s.scrub.lines(chomp: true).map do |line|
        Commit.new(**%i[id short subject].zip(line.split("\0", 3)).to_h)
      end
    end

    def line(*words) = ask(*words)&.lines(chomp: true)&.first

    def ask(*words)
      out, err, status = Open3.capture3(ELSEWHERE, "git", "-C", dir, *words)
      @complaint = err.lines(chomp: true).last
      out if status.success?
    rescue SystemCallError => error
      @complaint = "git cannot run: #{error.message}"
      nil
    end
  end
end
