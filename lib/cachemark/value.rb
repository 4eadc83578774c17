# frozen_string_literal: true

module Cachemark
  # Frozen value objects for Ruby 3.1, which has no Data class: keyword members, defaults, equality, `with`, pattern matching.
  # (polyfill-data cannot be a dependency: it refuses to install on Ruby >= 3.2.)
  #
  #   Interval = Value.define(:low, :high, unit: "ns")
  #   Interval.new(low: 1, high: 2).with(high: 3)
  module Value
    # Members without a default are required; unknown members are refused.
    #: (*Symbol, **Object) ?{ () -> void } -> Class
    def self.define(*required, **defaults, &body)
      members = required + defaults.keys
      Struct.new(*members, keyword_init: true) do
        define_method(:initialize) do |**given|
          unless required.all? { |member| given.key?(member) }
            raise ArgumentError, "#{self.class} needs #{(required - given.keys).join(", ")}"
          end

          super(**defaults, **given)
          freeze
        end
        members.each { |member| undef_method(:"#{member}=") }
        undef_method(:[]=)
        define_method(:with) { |**changes| self.class.new(**to_h, **changes) }
        class_eval(&body) if body
      end
    end
  end
end
