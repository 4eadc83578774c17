# frozen_string_literal: true

require_relative "a_driver"

# The duties of a driver of level 3. A test that includes this has `language_name`, too.
module ADriverOfLevel3
  include ADriver
  include ADriver::WithPlans

  def test_says_which_protocol_level_and_language_it_speaks
    assert_equal [2, 3, language_name], talk.driver.hello.values_at("protocol", "level", "language")
    assert_equal Cachemark::Vocabulary::Language.all.fetch(language_name).modes.sort,
                 [*talk.driver.hello["modes"], "processes"].sort
    assert_empty endings - talk.driver.hello["interrupts"]
  end

  # They find what others left there.
  def test_cells_of_a_published_program_share_a_client_and_keep_their_keys
    load_socket("sync")
    made = connections do
      %w[c d].each do |cell|
        open_socket(memcached.address, cell: cell, published: true, shared: true)
        talk.ask(type: "prepare", cell: cell)
        talk.ask(type: "close", cell: cell)
      end
    end

    assert_equal [1, 2], [made, memcached.stats["curr_items"]]
  end

  def test_refuses_a_file_that_is_no_adapter_and_a_shim_that_there_is_not
    load = { type: "load", client: "x", adapter: "socket", options: {} }

    [{ **load, adapter: "../socket" }, { **load, shims: ["nosuch"] }].each do |request|
      assert_equal "failed", talk.ask(request)["type"], request
    end
  end
end
