# frozen_string_literal: true

require "shellwords"

module Cachemark
  module Env
    module Debian
      # The text of a Ruby's executable: becomes the Ruby of another root file system.
      #
      # A chroot would need every folder that is used mounted into it, by root, and somebody who
      # takes them away again. Here only what belongs to the system is exchanged, in a namespace
      # that ends with the process. Whoever is not root gets a user namespace for it.
      module Script
        # What stays the machine's own: names, the network, and whom to trust there.
        OWN_FILES = %w[/etc/resolv.conf /etc/hosts /etc/passwd /etc/group /etc/gemrc /etc/ssl/certs/ca-certificates.crt].freeze
        # Exchanged; links are left alone, because they lead to /usr. It comes last, for it holds `mount`.
        SYSTEM = %w[/etc /bin /sbin /lib /lib32 /lib64 /libx32 /usr].freeze

        # `keep` are folders below SYSTEM that must stay visible, such as Cachemark's own.
        #
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

        # Of these folders those that the other root would hide.
        #
        #: (Array[String]) -> Array[String]
        def self.hidden(folders)
          folders.select { |folder| SYSTEM.any? { |system| folder.start_with?("#{system}/") } }.uniq
        end
      end
    end
  end
end
