# frozen_string_literal: true

module Cachemark
  class Catalog
    # The releases of a client that have a published bug. They begin with `since` (nil: with the first) and end before
    # `complete`, `fixed` or `before`, the first that is there. All of these are Strings.
    #
    # - `fixed` has the fix, `complete` the rest of it. `before` is the first release without the bug that needed no fix.
    # - `affected` is the last release in which `check --advisory` shows the bug.
    # - `tried` are the first and the last release in which the bug was seen; nil if its publication names the releases.
    # - `only` is what a program needs to be affected, in words that follow "only with". `before_runtime` is the first release of
    #   its language on which no program is affected.
    # - `title` is what happens to this client, if it differs from the title of the finding.
    # - `cases` are globs of cases that show it to a contender with `options`, next to `peers`; empty if it is not public.
    # - `stores` are {name of a store over the client => whether it was seen through it, too}; without stores that were not tried.
    Affected = Value.define(:client, since: nil, before: nil, fixed: nil, complete: nil, affected: nil, tried: nil, only: nil,
                                     title: nil, before_runtime: nil, cases: [].freeze, options: {}.freeze,
                                     peers: [].freeze, stores: {}.freeze) do
      #: (Hash, **Object) -> Affected
      def self.read(data, **common) = new(**common.merge(data.transform_keys(&:to_sym)))

      # The line of releases of the fixed one, such as 5.2.
      #: () -> String
      def name = Vocabulary.release_line(fixed) || fixed

      # The first release after them; nil if there is none.
      #: () -> String?
      def ending = complete || fixed || before

      # "affected"; "untried" if the bug was seen in other releases, and none says that this one is without it; nil.
      #: (Gem::Version) -> String?
      def state(version)
        return if since && version.release < Gem::Version.new(since)
        return if ending && version >= Gem::Version.new(ending)

        tried.nil? || version.between?(*tried.map { |one| Gem::Version.new(one) }) ? "affected" : "untried"
      end

      # Whether a program on this runtime can be affected; nil: on an unknown one.
      #: (Gem::Version?) -> bool
      def on?(runtime) = runtime.nil? || before_runtime.nil? || runtime < Gem::Version.new(before_runtime)

      # Array[String]: every release that it names.
      def releases = [since, ending, affected, *tried].compact
    end
  end
end
