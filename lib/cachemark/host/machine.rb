# frozen_string_literal: true

require "digest"
require "json"

module Cachemark
  module Host
    # What a number can depend on and a reader should know. Nothing in it names the machine
    # or its owner. What cannot be found out is nil, never a guess.
    class Machine
      # What a time depends on, beside the memory.
      COMPARABLE = %w[cpu cores architecture os kernel virtualisation container smt turbo governor clock_source].freeze
      private_constant :COMPARABLE

      # String keys, ready for the record; see FACTS in each system's class.
      #
      #: (?root: String, ?path: String) -> Hash[String, Object]
      def self.facts(root: "/", path: ENV.fetch("PATH", ""), system: RbConfig::CONFIG["host_os"])
        facts = system.include?("darwin") ? Darwin.new.facts : Linux.new(root).facts
        facts = facts.merge("architecture" => RbConfig::CONFIG["host_cpu"])
        facts.merge("taskset" => taskset(path), "identity" => identity(facts))
      end

      # Records of one kind of machine can be compared; this tells whether they are.
      def self.identity(facts)
        memory_gib = facts["memory_bytes"] && (facts["memory_bytes"] / (1 << 30).to_f).round
        Digest::SHA256.hexdigest(JSON.generate([*facts.values_at(*COMPARABLE), memory_gib]))[0, 16]
      end

      def self.taskset(path)
        path.split(::File::PATH_SEPARATOR).any? { |folder| ::File.executable?(::File.join(folder, "taskset")) }
      end
      private_class_method :identity, :taskset
    end
  end
end
