# frozen_string_literal: true

require "open3"
require "yaml"

module Check
  # The files of the clients fit their schema, and the folders of drivers/ and the catalogue list the same names.
  class Catalogue < Part
    # Starts a program with the gems and lib/ of this checkout, as bin/cachemark does.
    WITH_GEMS = '. "$root/setup/common.sh"; prepare run; exec "$ruby" -r "$gems" -I "$root/lib" "$0" "$@"'
    private_constant :WITH_GEMS

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
      program = File.expand_path("../clients.rb", __dir__)
      out, status = Open3.capture2e({ "root" => File.expand_path("../..", __dir__) }, "sh", "-c", WITH_GEMS, program, @tree.root)
      raise out unless status.success?

      out.lines(chomp: true)
    end

    def language(client) = client["id"][%r{\A\w+(?=/)}]

    def clients
      @clients ||= @tree.files.grep(%r{\Acatalog/clients/.*\.yml\z}).to_h { |path| [path, YAML.safe_load(@tree.read(path))] }
    end
  end
end
