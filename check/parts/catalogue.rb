# frozen_string_literal: true

require "yaml"

module Check
  # The files of the clients fit their schema, and the folders of drivers/ and the catalogue list the same names.
  class Catalogue
    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def problems
      misshapen.then { |found| found.any? ? found : adapters + shims }
    end

    private

    def adapters
      compare("adapters", clients.map { |_, client| "#{language(client)}/adapters/#{client["adapter"]}" })
    end

    def shims
      named = clients.flat_map do |_, client|
        Array(client["shims"]).map { |shim| "#{language(client)}/shims/#{shim.is_a?(Hash) ? shim["name"] : shim}" }
      end
      compare("shims", named)
    end

    # Names as LANGUAGE/FOLDER/NAME, on both sides.
    def compare(folder, named)
      there = @tree.files.filter_map { |path| path[%r{\Adrivers/(\w+/#{folder}/[\w-]+)\.\w+\z}, 1] }
      (named.uniq - there).map { |name| "drivers/#{name}: named in catalog/clients, and not there" } +
        (there - named).map { |name| "drivers/#{name}: there, and named nowhere in catalog/clients" }
    end

    # The schema and the languages are those of this checkout.
    def misshapen
      require_relative "../../lib/cachemark"
      own = Cachemark::Catalog.load(cache: nil)
      schema = Cachemark::Catalog::Document::Schema.new(File.join(Cachemark::ROOT, "catalog"), "client")
      folder = @tree.absolute("catalog/clients")
      files = Cachemark::Catalog::ClientFiles.new(folder, schema: schema, languages: own.languages.keys)
      files.problems.map { |problem| problem.what.delete_prefix("#{@tree.root}/") }
    end

    def language(client) = client["id"][%r{\A\w+(?=/)}]

    def clients
      @clients ||= @tree.files.grep(%r{\Acatalog/clients/.*\.yml\z}).to_h { |path| [path, YAML.safe_load(@tree.read(path))] }
    end
  end
end
