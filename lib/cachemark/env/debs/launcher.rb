# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # Starts an executable of a root with the libc of that root, by the loader that the root has. So the machine's libc may be
      # older. No variable is set, because the machine's own programs would follow it as well.
      class Launcher
        # Where an executable names its loader, and where a root may have that file.
        LOADER = %r{/lib\w*/(?:[\w-]+/)?(ld[\w.-]*\.so\.\d+)\0}n
        LOADERS = "{usr/,}lib{,64}{/*-linux-*,}"
        private_constant :LOADER, :LOADERS

        # `executable` is a path below the root.
        #: (Tree, String) -> void
        def initialize(tree, executable)
          @tree = tree
          @executable = executable
        end

        # The command, without the program's own arguments. `as` is the path that the program takes for its own; a loader of
        # Debian bullseye cannot pass one. Raises Impossible if the root has no loader.
        #: (?as: String?) -> Array[String]
        def argv(as: nil) = command(*parts.map { |paths| paths.join(":") }, as)

        # Writes the same command as a script at a path below the root, which the program takes for its own. The script finds
        # its root itself, so that it may be linked or moved with it.
        #: (String) -> void
        def write(path)
          below = parts.map { |paths| paths.map { |path| "$root#{path.delete_prefix(@tree.path)}" } }
          words = command(*below.map { |paths| %("#{paths.join(":")}") }, '"$0"')
          AtomicFile.write(@tree.file(path), "#!/bin/sh\nroot=${0%/#{path}}\nexec #{words.join(" ")} \"$@\"\n")
          File.chmod(0o755, @tree.file(path))
        end

        private

        # The paths of each word that the command needs.
        def parts = [[loader], @tree.libraries, [@tree.file(@executable)]]

        def command(loader, libraries, executable, own)
          [loader, *(["--argv0", own] if own), "--library-path", libraries, executable].freeze
        end

        # The name of the loader differs between architectures.
        def loader
          path = @tree.file(@executable)
          name = File.binread(path, 4096)[LOADER, 1]
          name && Paths.matching(@tree.path, File.join(LOADERS, name)).first or
            raise Impossible.new("#{path} has no loader in #{@tree.path}",
                                 how: "remove #{File.dirname(@tree.path)}, and run it again")
        end
      end
    end
  end
end
