# frozen_string_literal: true

# Prints the first mistake of each client file and each language.yml below ROOT. The catalogue part starts it with Cachemark's
# own gems, because those of bin/check have other versions.
#
#   clients.rb ROOT
require "cachemark"

root = File.expand_path(ARGV.fetch(0))
languages = Cachemark::Catalog.load(cache: nil).languages.keys
schema = ->(kind) { Cachemark::Catalog::Document::Schema.new(File.join(Cachemark::ROOT, "catalog"), kind) }
folder = File.join(root, "catalog", "clients")
clients = Cachemark::Catalog::ClientFiles.new(folder, schema: schema["client"], languages: languages)
facts = Cachemark::Paths.matching(File.join(root, "drivers"), "*/language.yml").filter_map do |path|
  schema["language"].check(Cachemark::Catalog::Document.read(path))
rescue Cachemark::Usage => error
  error
end
puts([*facts, *clients.problems].map { |problem| problem.what.delete_prefix("#{root}/") })
