# frozen_string_literal: true

require "json"
require "tmpdir"

# A user's YAML file in a temporary folder.
module UserFile
  SCENARIO = <<~YAML
    kind: client
    ttl: 60
    keys:
      users: { count: 10, bytes: 40, hit_ratio: 0.8, value: profile }
      k1: { text: Short, times: 2 }
    values:
      profile: { kind: hash, items: 5 }
    steps:
      - { op: get, key: users }
      - { op: get_multi, keys: [users, k1] }
      - { op: set, key: k1, value: profile }
  YAML

  SUITE = <<~YAML
    scenarios: [client/get, client/mixed]
    contenders:
      - dalli
      - { id: other, contender: dalli, options: { namespace: "a,b" } }
  YAML

  def with_file(text, name: "mine.yml")
    Dir.mktmpdir("cachemark-file") do |folder|
      path = File.join(folder, name)
      File.write(path, text)
      yield path
    end
  end

  # A file of so many pairs.
  def self.with_pairs(count)
    Dir.mktmpdir("cachemark-pairs-of-mine") do |folder|
      path = File.join(folder, "pairs.json")
      File.write(path, JSON.generate(Array.new(count) { |number| ["key#{number}", "value #{number}"] }.to_h))
      yield path
    end
  end

  # The mistake in such a file, without the line that says where one learns what can stand there.
  def usage_of(text, kind: :scenario)
    with_file(text) do |path|
      error = assert_raises(Cachemark::Usage) { Cachemark::Catalog.load.public_send(kind, path) }
      return error.message.delete_prefix(File.join(File.dirname(path), "")).sub(%r{\nsee guides/.*}, "")
    end
  end
end
