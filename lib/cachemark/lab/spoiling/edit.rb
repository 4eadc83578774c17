# frozen_string_literal: true

module Cachemark
  module Lab
    class Spoiling
      # What an edited method does: Ruby before `super`, which is what it was.
      # Every edit pays for one more call and its arguments' Array: what is compared with
      # an edited copy is another edited one, so that nothing but the difference differs.
      class Edit < Value.define(:before)
        class << self
          # Counts to `loops` in every call: a cost that is the same in each, seen by the fastest too.
          # With 0 it is the other side of a comparison.
          #: (loops: Integer) -> Edit
          def spin(loops:) = new(before: "spin = #{Integer(loops)}\nspin -= 1 while spin > 0")

          # Asks the server once more than it should.
          #: () -> Edit
          def ask_twice = new(before: "super")

          # How many loops cost `share` of a call, if `tried` loops cost `effect` of it. Measured with
          # the comparison itself, it holds for this machine, client and scenario.
          #: (Float, tried: Integer, effect: Float) -> Integer
          def loops_for(share, tried:, effect:)
            return [(tried * share / effect).round, 1].max if effect.positive?

            raise Trouble.new("#{tried} loops more cost #{format("%+.2f %%", effect * 100)}: nothing can be told from that",
                              try: "try more loops, or measure longer")
          end
        end

        # Ruby that makes the edit, for the end of the client's file. It parses on Ruby 1.9.
        #: (Target) -> String
        def source(target)
          <<~RUBY

            #{target.owner}.send(:prepend, Module.new {
              def #{target.name}(*arguments, &block)
            #{indented}
                super
              end
              ruby2_keywords(:#{target.name}) if respond_to?(:ruby2_keywords, true)
            })
          RUBY
        end

        private

        def indented = before.lines.map { |line| "    #{line.chomp}" }.join("\n")
      end
    end
  end
end
