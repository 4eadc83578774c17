# frozen_string_literal: true

require "test_helper"

class LabLiarTest < Minitest::Test
  include DrivenClient

  def lying(**due)
    liar = Cachemark::Lab::Liar.start(memcached.host, memcached.port, **due)
    yield liar
  ensure
    liar&.stop
  end

  def verified(notation, liar)
    load_client(notation)
    open_cell([[step("set", "k1", "view", ttl: 0), stored], [step("get", "k1"), hit("view")]], servers: [liar.address])
    @talk.ask(type: "verify", cell: "c", iterations: [@expected, @expected], state: [])
  end

  def test_a_client_of_any_protocol_gets_another_value_than_it_stored
    %w[socket dalli@3.2.8,protocol=binary dalli@3.2.8,protocol=meta].each do |notation|
      lying do |liar|
        reply = verified(notation, liar)

        assert_equal [false, {}, 2], [reply["ok"], reply["errors"], liar.lies], "#{notation}: #{reply}"
      end
    end
  end

  def test_it_lies_about_the_values_that_are_due_only
    lying(due: 2..2) do |liar|
      reply = verified("socket", liar)

      assert_equal [1], reply["mismatches"].map { |mismatch| mismatch["iteration"] }
      assert_equal 1, liar.lies
    end
  end

  def test_the_server_itself_stays_honest
    lying do |liar|
      counts = counted("get_hits", "cmd_set") { verified("socket", liar) }

      assert_equal({ "get_hits" => 2, "cmd_set" => 2 }, counts)
    end
  end

  def test_it_leaves_nothing_behind
    memcached
    before = Thread.list
    ask = ->(liar) { TCPSocket.open(*liar.address.split(":")) { |io| io.write("version\r\n") && io.gets } }
    gone = lying { |liar| assert_match(/VERSION/, ask.call(liar)) && liar }

    assert_empty Thread.list - before
    assert_raises(SystemCallError) { ask.call(gone) }
  end
end
