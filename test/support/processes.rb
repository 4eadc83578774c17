# frozen_string_literal: true

# Processes of this machine: questions about them, asked again until the answer is the one hoped for, and their end.
module Processes
  # Seconds between two questions, and how many times as long as a question they are.
  PAUSE_S = 0.005..0.2
  PAUSES = 9
  private_constant :PAUSE_S, :PAUSES

  # Whether it runs; a zombie does not.
  #: (Integer) -> bool
  def self.alive?(pid)
    Process.kill(0, pid)
    !File.exist?("/proc/#{pid}/stat") || File.read("/proc/#{pid}/stat").rpartition(")").last.split.first != "Z"
  rescue Errno::ESRCH, Errno::ENOENT
    false
  end

  # The path of a program, also of one for root alone; nil without it.
  #: (String) -> String?
  def self.program(name)
    [*ENV.fetch("PATH").split(":"), "/usr/sbin"].map { |folder| File.join(folder, name) }.find { |path| File.executable?(path) }
  end

  # The pids of its descendants, the youngest generation first.
  #: (Integer) -> Array[Integer]
  def self.below(pid)
    children = Dir.glob("/proc/[0-9]*/stat").filter_map do |path|
      path[/\d+/].to_i if File.read(path).rpartition(")").last.split[1].to_i == pid
    rescue SystemCallError
      nil
    end
    children.flat_map { |child| [*below(child), child] }
  end

  # Ends it with KILL, and waits for it if it is a child.
  #: (Integer) -> void
  def self.kill(pid)
    Process.kill("KILL", pid)
    Process.wait(pid)
  rescue SystemCallError
    nil
  end

  # The last value of the block: truthy, or its last answer after `within_s` seconds. It is asked so rarely that the processes
  # that it waits for have the cores.
  #: (?Numeric) { () -> Object } -> Object
  def self.eventually(within_s = 10)
    deadline = now_s + within_s
    loop do
      asked_s = now_s
      answer = yield
      return answer if answer || now_s > deadline

      sleep(((now_s - asked_s) * PAUSES).clamp(PAUSE_S))
    end
  end

  def self.now_s = Process.clock_gettime(Process::CLOCK_MONOTONIC)
  private_class_method :now_s
end
