# frozen_string_literal: true

module Cachemark
  # An isolated, reproducible environment per contender, and the proof of what was loaded. A contender's
  # language names the way to it: gems, or Debian's packages (Debs).
  #
  # Of gems Bundler decides (a generated Gemfile and its lock per contender); RubyGems installs each
  # gem version once per Ruby into a shared store, because `bundle install` would hold one
  # lock over the whole store and so build one environment after the other; the driver then
  # runs on plain -I folders with no gem home at all, so it can load nothing but its lock.
  #
  #   cache/envs/DIGEST/       Gemfile, Gemfile.lock, env.json (last: without it nothing is ready), build.log
  #   cache/store/RUBY/        the gems, in the layout that both Bundler and RubyGems know
  #   cache/unpacked/NAME-V/   gems whose metadata cannot be installed
  #   cache/rubies/NAME/       Rubies from Debian's packages (Debian)
  #   cache/registry/, cache/runtimes/, cache/locks/, cache/logs/, cache/bundler/
  module Env
    # What to raise where the operating system refuses something in the cache.
    #
    #: (String, SystemCallError) -> Trouble
    def self.unusable(cache, error)
      Trouble.new("The cache cannot be used: #{error.message.sub(/ @ \w+ - /, ": ")}",
                  try: "Give #{cache} room and yourself rights to it, or set XDG_CACHE_HOME.")
    end

    # Raised inside the room when one contender cannot have its environment here; Builder
    # turns it into an Unavailable, so that it never ends a run.
    class Impossible < Trouble
      # What happened; what to do about it (or nil); the log's path (or nil).
      attr_reader :reason, :how, :log

      #: (String, ?how: String?, ?log: String?) -> void
      def initialize(reason, how: nil, log: nil)
        @reason = reason
        @how = how
        @log = log
        super(reason, try: how)
      end
    end
  end
end
