# frozen_string_literal: true

module Cachemark
  module Env
    # Rubies that Debian offers, each in a root file system of its own, whatever this machine runs.
    #
    #   cache/rubies/NAME/root/     what debootstrap made
    #   cache/rubies/NAME/NAME      the Ruby's executable: what ruby= takes
    #   cache/rubies/NAME/ready     written last: without it nothing is ready
    #   cache/rubies/NAME/build.log
    #
    # The executable is a script. In a mount namespace of its own it lays that root's /usr and /etc
    # over the machine's, and becomes the Ruby: all other paths stay what they are outside, the pid
    # too, and the kernel drops the mounts with the process, however it ends.
    module Debian
    end
  end
end
