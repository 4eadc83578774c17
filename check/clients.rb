# frozen_string_literal: true

# Prints the first mistake of each client file below ROOT. The catalogue part starts it with Cachemark's own gems, because
# those of bin/check have other versions.
#
#   clients.rb ROOT
require "cachemark"

root = File.expand_path(ARGV.fetch(0))
languages = Cachemark::Catalog.load(cache: nil).languages.keys
schema = Cachemark::Catalog::Document::Schema.new(File.join(Cachemark::ROOT, "catalog"), "client")
files = Cachemark::Catalog::ClientFiles.new(File.join(root, "catalog", "clients"), schema: schema, languages: languages)
puts(files.problems.map { |problem| problem.what.delete_prefix("#{root}/") })
