# frozen_string_literal: true

module Cachemark
  module Host
    class Machine
      # Whether a hypervisor is below us, and which.
      class Virtualisation
        VENDORS = { "QEMU" => "KVM", "KVM" => "KVM", "Google" => "KVM (Google)", "Amazon EC2" => "KVM (Amazon)",
                    "VMware" => "VMware", "VirtualBox" => "VirtualBox", "innotek" => "VirtualBox", "Xen" => "Xen",
                    "Microsoft Corporation" => "Hyper-V", "Parallels" => "Parallels" }.freeze

        #: (Tree) -> void
        def initialize(tree)
          @tree = tree
        end

        # "KVM", "virtual" when nobody says which, "none" on bare metal.
        #
        #: () -> String
        def name
          return "none" unless hypervisor?

          @tree.read("sys/hypervisor/type")&.capitalize || vendor || "virtual"
        end

        private

        # A machine of Microsoft's is no Hyper-V guest: without the processor's flag, only a type file counts.
        def hypervisor?
          @tree.exist?("sys/hypervisor/type") || @tree.find("proc/cpuinfo", /^flags\s*:.*\b(hypervisor)\b/)
        end

        def vendor
          said = %w[sys_vendor product_name].filter_map { |file| @tree.read("sys/class/dmi/id/#{file}") }.join(" ")
          VENDORS.find { |word, _| said.include?(word) }&.last
        end
      end
    end
  end
end
