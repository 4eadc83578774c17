# frozen_string_literal: true

require "digest"

module Check
  # Each published file is as results/SHA256SUMS lists it, which `sha256sum --check` reads, too. No other file is below results/.
  class Results < Part
    LIST = "results/SHA256SUMS"
    LINE = /^(\h{64}) [ *](\S+)$/
    private_constant :LIST, :LINE

    def problems
      (listed.keys | there.keys).filter_map { |path| complaint(path) unless listed[path] == there[path] }
    end

    private

    def complaint(path)
      return "results/#{path}: is absent, and #{LIST} lists it" unless there[path]
      return "results/#{path}: is not what was published: #{LIST} has another digest" if listed[path]

      "results/#{path}: is not in #{LIST}; the repository takes no new results at present (guides/publishing.md)"
    end

    # {path below results/ => digest}
    def listed
      @listed ||= @tree.file?(LIST) ? @tree.read(LIST).scan(LINE).to_h(&:reverse) : {}
    end

    def there
      @there ||= @tree.files.grep(%r{\Aresults/[^/]+/}).to_h do |path|
        [path.delete_prefix("results/"), Digest::SHA256.file(@tree.absolute(path)).hexdigest]
      end
    end
  end
end
