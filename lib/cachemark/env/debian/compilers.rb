# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # Old gems are C that GCC refuses since its release 14, and warned of before (memcached 1.8.0 assigns
      # functions of other types). In a root of ours it warns again; what it compiles is the same.
      module Compilers
        FLAGS = %w[-Wno-error=incompatible-pointer-types -Wno-error=int-conversion -Wno-error=implicit-int].freeze

        # Puts scripts in front of the compilers of a root.
        #
        #: (String) -> void
        def self.warn_only(root)
          folder = ::File.join(root, "usr/local/bin")
          names = Dir.children(::File.join(root, "usr/bin")).grep(/\A(cc|(.+-)?gcc)\z/)
          FileUtils.mkdir_p(folder) if names.any?
          names.each do |name|
            script = ::File.join(folder, name)
            ::File.write(script, "#!/bin/sh\nexec /usr/bin/#{name} #{FLAGS.join(" ")} \"$@\"\n")
            ::File.chmod(0o755, script)
          end
        end
      end
    end
  end
end
