# frozen_string_literal: true

require "shellwords"

module Cachemark
  module Env
    module Debian
      # Builds a runtime that works in any folder: its Debian packages as a root of hard links, and a script that starts it. It
      # needs no rights. The packages stay in the cache, for environments that need the same ones.
      class Linked < Construction
        #: (Offer) -> Array[[String, String]]
        def lacks(_offer) = [no_archive].compact

        #: (Offer) -> Array[String]
        def cost(offer)
          ["#{offer.name}: from Debian #{offer.suite}, unpacked into a folder",
           "  installs  #{offer.packages.join(" ")} and their dependencies", *costs(offer), "  needs     no root rights"]
        end

        private

        def fill(place, offer)
          store = Debs::Store.new(@context)
          debs = store.obtain(resolved(store.suite(offer.suite), offer))
          tree = Debs::Tree.new(place.root, @context)
          tree.add(debs.map { |deb| store.path(deb) })
          place.keep(debs)
          place.write(script(tree, offer.runtime, place.executable))
        end

        def resolved(suite, offer)
          suite.resolve(offer.packages, installed: (Debs::Installed.outside(suite.architecture) if offer.runtime.launcher))
        end

        def script(tree, runtime, path)
          words = runtime.launcher ? Debs::Launcher.new(tree, runtime.executable).argv(as: path) : [tree.file(runtime.executable)]
          arguments = runtime.arguments.map { |word| word.gsub("ROOT", tree.path) }
          libraries = "LD_LIBRARY_PATH=#{tree.libraries.join(":").shellescape} " if !runtime.launcher && tree.libraries.any?
          "#!/bin/sh\n#{libraries}exec #{Shellwords.join([*words, *arguments])} \"$@\"\n"
        end
      end
    end
  end
end
