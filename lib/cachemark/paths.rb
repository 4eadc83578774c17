# frozen_string_literal: true

require "etc"

module Cachemark
  # The folders for Cachemark's files, by the XDG base directory specification, and the files that come with its code. All
  # paths are absolute Strings; it creates nothing.
  class Paths
    # The text of a file by its path below lib/cachemark. It is read once, for code that reads no files itself.
    #: (String) -> String
    def self.shipped(path)
      @shipped ||= {}
      @shipped[path] ||= File.read(File.join(__dir__, path), encoding: "UTF-8").freeze
    end

    # The paths in a folder that match a pattern. Unlike a pattern that contains the folder, it works for a folder such as
    # "x [old]".
    #: (String, String) -> Array[String]
    def self.matching(folder, pattern) = Dir.glob(pattern, base: folder).map { |path| File.join(folder, path) }

    # Whether an existing path is that of a folder, or below it, also through links. Raises SystemCallError.
    #: (String, String) -> bool
    def self.inside?(path, folder) = File.join(File.realpath(path), "").start_with?(File.join(File.realpath(folder), ""))

    # The home folder of the user; nil without one, because a container may have a user whom its machine does not know.
    #: (?Hash[String, String]) -> String?
    def self.home(env = ENV)
      given = env["HOME"].to_s
      given.start_with?("/") ? given : Etc.getpwuid.dir
    rescue ArgumentError
      nil
    end

    #: (?Hash[String, String]) -> void
    def initialize(env = ENV)
      @env = env
    end

    # Everything that can be rebuilt: environments, packages, the registry's lists.
    def cache = File.join(base("XDG_CACHE_HOME", ".cache"), "cachemark")

    # Records of runs without record=FILE.
    def records = File.join(state, "records")

    # The record of a run without record=FILE. The process id distinguishes two runs in the same second, and a number those
    # of one process.
    def new_record
      name = "#{Time.now.utc.strftime("%Y%m%dT%H%M%S")}-#{Process.pid}"
      names = (1..).lazy.map { |number| File.join(records, "#{name}#{"-#{number}" if number > 1}.jsonl") }
      names.find { |path| !File.exist?(path) }
    end

    # The record of `bench/calibrate.rb`.
    def calibration = File.join(state, "calibration.jsonl")

    # The clients that returned a wrong value in `check`, and an earlier name of that file.
    def corrupt_warnings = File.join(state, "corrupt-warnings.json")
    def marks = File.join(state, "marks.json")

    # The folders of campaigns, with the records of their steps.
    def campaigns = File.join(state, "campaigns")

    # Stored records, for comparison with later ones.
    def history = File.join(state, "history")

    private

    def state = File.join(base("XDG_STATE_HOME", ".local/state"), "cachemark")

    def base(variable, fallback)
      given = @env[variable]
      given && given.start_with?("/") ? given : File.join(home, fallback)
    end

    def home
      Paths.home(@env) or
        raise Usage.new("there is no folder for Cachemark's files: HOME is not set, and this user has no account",
                        try: "set XDG_CACHE_HOME and XDG_STATE_HOME to folders that you may write")
    end
  end
end
