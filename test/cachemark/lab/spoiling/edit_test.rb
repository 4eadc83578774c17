# frozen_string_literal: true

require "test_helper"

class LabSpoilingEditTest < Minitest::Test
  Edit = Cachemark::Lab::Spoiling::Edit

  # Edited as a copy of a client is: by the text at the end of its file.
  class Plain
    def get(key, raw: false, &block) = [key, raw, block&.call]
  end

  def edited(edit)
    owner = Class.new(Plain)
    self.class.send(:remove_const, :Owner) if self.class.const_defined?(:Owner, false)
    self.class.const_set(:Owner, owner)
    eval(edit.source(Cachemark::Lab::Spoiling::Target.new(file: "x", owner: "#{self.class}::Owner", name: "get")))
    owner.new
  end

  def allocated(client)
    client.get("k")
    before = GC.stat(:total_allocated_objects)
    client.get("k")
    GC.stat(:total_allocated_objects) - before
  end

  def test_slower_is_not_otherwise
    [0, 3].map { |loops| Edit.spin(loops: loops) }.each do |edit|
      client = edited(edit)
      3.times { assert_equal ["k", true, 1], client.get("k", raw: true) { 1 } }
      assert_equal ["k", false, nil], client.get("k")
    end
  end

  def test_a_spin_counts_as_far_as_it_is_told
    assert_match(/spin = 12\n/, Edit.spin(loops: 12).source(target))
  end

  def test_a_spin_makes_no_objects
    assert_equal allocated(edited(Edit.spin(loops: 0))), allocated(edited(Edit.spin(loops: 50)))
  end

  def test_asking_twice_asks_twice
    asked = 0
    edited(Edit.ask_twice).get("k") { asked += 1 }
    assert_equal 2, asked
  end

  def test_loops_for_a_share_come_from_what_some_loops_cost
    assert_equal 100, Edit.loops_for(0.01, tried: 2000, effect: 0.2)
    assert_equal 1, Edit.loops_for(0.0001, tried: 10, effect: 0.5)
    assert_match(/2000 loops more cost -0.10 %/,
                 assert_raises(Cachemark::Trouble) { Edit.loops_for(0.01, tried: 2000, effect: -0.001) }.message)
  end

  private

  def target = Cachemark::Lab::Spoiling::Target.new(file: "x", owner: "X", name: "get")
end
