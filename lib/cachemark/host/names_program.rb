# frozen_string_literal: true

# Starts a command with another /etc/hosts: the file of the first argument. It runs in a separate mount namespace, so that only
# the command sees that file, and the mount ends with it. The second argument is the path of `mount`.
hosts, mount, *command = ARGV
_, mounted = Process.wait2(Process.spawn(mount, "--bind", hosts, "/etc/hosts"))
mounted.success? ? Process.exec([command.first, command.first], *command.drop(1)) : Process.exit(1)
