# frozen_string_literal: true

module Cachemark
  module Env
    # Environments of gems. Bundler decides (a generated Gemfile and its lock per contender). RubyGems installs each gem version
    # once per Ruby into a shared store: `bundle install` would lock the whole store, and so build one environment after the
    # other. The driver then runs on plain -I folders with no gem home, so it can load nothing but its lock.
    module Gems
      # Writes the Gemfile of a contender: exact versions only, so that its text decides the
      # environment. Pure.
      class Gemfile
        # A line of it: `options` as Bundler's `gem` takes them ({path: "..."} or {git:, ref:}).
        Entry = Value.define(:name, version: nil, options: {}) do
          def to_s
            requirement = version && "= #{version}"
            given = options.map { |key, value| "#{key}: #{value.dump}" }
            "gem #{[name.dump, requirement&.dump, *given].compact.join(", ")}"
          end
        end

        #: (entries: Array[Gemfile::Entry], source: String) -> void
        def initialize(entries:, source:)
          @entries = entries.sort_by(&:name)
          @source = source
        end

        # A gem source's credentials are not written down: Toolbox hands them to Bundler.
        #
        #: () -> String
        def to_s = ["source #{Registry::Address.public(@source).dump}", *@entries].join("\n").concat("\n")

        #: () -> bool
        def empty? = @entries.empty?
      end
    end
  end
end
