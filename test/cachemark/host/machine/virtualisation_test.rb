# frozen_string_literal: true

require "test_helper"

class VirtualisationTest < Minitest::Test
  GUEST = { "proc/cpuinfo" => "flags : fpu hypervisor sse\n" }.freeze

  def test_no_hypervisor_is_none_whoever_built_the_machine
    assert_equal "none", hypervisor("proc/cpuinfo" => "flags : fpu\n", "sys/class/dmi/id/sys_vendor" => "Microsoft Corporation\n")
  end

  def test_a_guest_is_named_after_its_vendor
    assert_equal "KVM", hypervisor(**GUEST, "sys/class/dmi/id/sys_vendor" => "QEMU\n")
    assert_equal "Hyper-V", hypervisor(**GUEST, "sys/class/dmi/id/sys_vendor" => "Microsoft Corporation\n")
    assert_equal "VirtualBox", hypervisor(**GUEST, "sys/class/dmi/id/product_name" => "VirtualBox\n")
    assert_equal "Xen", hypervisor("sys/hypervisor/type" => "xen\n")
  end

  def test_a_guest_that_nobody_names_is_virtual
    assert_equal "virtual", hypervisor(GUEST)
  end

  private

  def hypervisor(files)
    FolderTree.open(files) { |root| Cachemark::Host::Machine::Virtualisation.new(Cachemark::Host::Machine::Tree.new(root)).name }
  end
end
