# frozen_string_literal: true

require "test_helper"

class CatalogClientReaderTest < Minitest::Test
  def test_reads_copies_stand_ins_and_conditions
    data = { "id" => "ruby/old", "summary" => "s", "kind" => "client", "adapter" => "old", "gem" => "old", "version" => "1.0.0",
             "copies" => { "vendored" => { "gem" => "big", "version" => "2.0.0", "path" => "lib/*", "reports" => "0.9",
                                           "summary" => "c" } },
             "stands_in" => { "1.0.1" => { "by" => "1.0.0", "reason" => "it is gone" } },
             "companions" => [{ "gem" => "fast", "summary" => "f", "when" => { "version" => ">= 1" } }] }
    client = Cachemark::Catalog::ClientReader.new(data).client
    assert_equal %w[ruby old], [client.language, client.name]
    assert_equal %w[vendored big 0.9],
                 [client.copies["vendored"].name, client.copies["vendored"].gem, client.copies["vendored"].reports]
    assert_equal "1.0.0", client.stands_in["1.0.1"].by
    assert_equal %w[fast], client.companions_at("version" => "1.0.0").keys
    assert client.frozen?
  end

  def test_reads_what_is_known_of_modes
    line = { "mode" => "threads,shared", "unsafe" => "do not", "source" => "https://example.org",
             "options" => { "lock" => "off" }, "when" => { "version" => "< 2" } }
    client = Cachemark::Catalog::ClientReader.new({ "id" => "ruby/old", "summary" => "s", "kind" => "client", "adapter" => "old",
                                                    "modes" => [line] }).client

    assert_equal ["threads,shared", "do not", "https://example.org", nil, { "lock" => "off" }],
                 client.modes.first.to_h.values_at(:pattern, :unsafe, :source, :note, :options)
    assert_equal [1, 0], %w[1 2].map { |version| client.modes_at("threads-2,shared", { "version" => version }).size }
  end
end
