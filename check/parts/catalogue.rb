# frozen_string_literal: true

require "yaml"

module Check
  # The folders of drivers/ and the catalogue list the same names.
  class Catalogue
    def initialize(tree)
      @tree = tree
    end

    #: () -> Array[String]
    def problems
      adapters + shims + misnamed
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

    # An entry's id is its file's name, with the language before it where two share one.
    def misnamed
      clients.filter_map do |path, client|
        name = client.fetch("id", client["name"]).to_s.split("/").last
        "#{path}: describes #{name.inspect}" unless [name, "#{language(client)}-#{name}"].include?(File.basename(path, ".yml"))
      end
    end

    def language(client) = client["language"] || client["id"].to_s[%r{\A\w+(?=/)}] || "ruby"

    def clients
      @clients ||= @tree.files.grep(%r{\Acatalog/clients/.*\.yml\z}).to_h { |path| [path, YAML.safe_load(@tree.read(path))] }
    end
  end
end
