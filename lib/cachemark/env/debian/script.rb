# frozen_string_literal: true

require "shellwords"

module Cachemark
  module Env
    module Debian
      # The text of a Ruby's executable, which becomes the Ruby of another root file system.
      #
      # With a chroot, root would have to mount every folder in use into it, and unmount it later. This script replaces
      # only the system's folders, in a namespace that ends with the process. Without root, it is a user namespace.
      module Script
        # Files of the machine that stay visible: names, the network, and trusted certificates.
        OWN_FILES = %w[/etc/resolv.conf /etc/hosts /etc/passwd /etc/group /etc/gemrc /etc/ssl/certs/ca-certificates.crt].freeze
        # Folders that are replaced. Links are not, because they lead to /usr. /usr is last, because it contains `mount`.
        SYSTEM = %w[/etc /bin /sbin /lib /lib32 /lib64 /libx32 /usr].freeze

        # `keep` are folders below SYSTEM that must stay visible, such as Cachemark's own.
        #: (root: String, executable: String, ?keep: Array[String]) -> String
        def self.text(root:, executable:, keep: [])
          <<~SH
            #!/bin/sh
            # Made by cachemark env runtime; see guides/runtimes.md.
            set -eu
            root=#{Shellwords.escape(root)}
            # Without it this would be the machine's own Ruby under another name.
            if [ ! -d "$root/usr" ]; then echo "$root is gone: make it again with cachemark env runtime" >&2; exit 127; fi
            if [ "${1-}" != --inside ]; then
              if [ "$(id -u)" = 0 ]; then set -- --mount "$0" --inside "$@"
              else set -- --user --map-root-user --mount "$0" --inside "$@"; fi
              exec unshare "$@"
            fi
            shift
            for path in #{Shellwords.join(OWN_FILES + keep)}; do
              if [ -e "$path" ] && [ -e "$root$path" ]; then mount --rbind "$path" "$root$path"; fi
            done
            for path in #{Shellwords.join(SYSTEM)}; do
              if [ -d "$path" ] && [ ! -h "$path" ] && [ -d "$root$path" ]; then mount --rbind "$root$path" "$path"; fi
            done
            exec #{Shellwords.escape(executable)} "$@"
          SH
        end

        # The folders among these that the other root would hide.
        #: (Array[String]) -> Array[String]
        def self.hidden(folders)
          folders.select { |folder| SYSTEM.any? { |system| folder.start_with?("#{system}/") } }.uniq
        end
      end
    end
  end
end
