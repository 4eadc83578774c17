# frozen_string_literal: true

require "digest"
require "tsort"

module Cachemark
  module Env
    # The text of a lock as records keep it: Bundler's, without the Bundler version that wrote
    # it (another version must not restart itself to match), below stamps for the sources that Bundler does not record:
    # `# path dalli sha256:...`.
    module Lockfile
      #: (String, stamps: Array[String]) -> String
      def self.portable(text, stamps:)
        body = text.sub(/^BUNDLED WITH\n.*\n?/, "").rstrip
        [*stamps.map { |stamp| "# #{stamp}" }, body].reject(&:empty?).map { |part| "#{part}\n" }.join
      end

      # The stamps that head a portable lock.
      #: (String) -> Array[String]
      def self.stamps(text) = text.lines(chomp: true).grep(/\A# /).map { |line| line.delete_prefix("# ") }

      # Turns it back into Bundler's format, with this machine's gem source.
      #
      #: (String, source: String) -> String
      def self.local(text, source:)
        body = text.gsub(/^# .*\n?/, "")
        body.gsub(/^(GEM\n)(?:  remote: .*\n)+/) { "#{Regexp.last_match(1)}  remote: #{source}\n" }
      end

      #: (String) -> String
      def self.digest(text) = Digest::SHA256.hexdigest(text)

      # Dependencies before dependents: an extension's build may need them. Circles are left as they are.
      #
      #: (Array[Hash[Symbol, Object]]) -> Array[Hash[Symbol, Object]]
      def self.in_order(specs)
        by_name = specs.to_h { |spec| [spec.fetch(:name), spec] }
        each_need = ->(spec, &visit) { spec.fetch(:needs).filter_map { |name| by_name[name] }.each(&visit) }
        TSort.strongly_connected_components(->(&visit) { specs.each(&visit) }, each_need).flatten
      end
    end
  end
end
