# frozen_string_literal: true

module Cachemark
  module Lab
    class Spoiling
      # What an edited method does: Ruby before and after `super`, which is what it was.
      # Every edit pays for one more call and its arguments' Array: what is compared with
      # an edited copy is the copy with `untouched`, so that nothing but the difference differs.
      class Edit < Value.define(:before, :after)
        class << self
          # Does nothing: the other side of every comparison.
          #: () -> Edit
          def untouched = spin(loops: 0)

          # Counts to `loops` in every call: a cost that is the same in each, seen by the fastest too.
          #: (loops: Integer) -> Edit
          def spin(loops:) = new(before: "spin = #{Integer(loops)}\nspin -= 1 while spin > 0", after: "")

          # Counts to `loops * every` in every such call, so that few calls pay for all: seen by wall and cpu only.
          #: (loops: Integer, every: Integer) -> Edit
          def spin_sometimes(loops:, every:)
            new(before: <<~RUBY, after: "")
              @spoilt_calls = (@spoilt_calls || 0) + 1
              spin = @spoilt_calls % #{Integer(every)} == 0 ? #{Integer(loops) * Integer(every)} : 0
              spin -= 1 while spin > 0
            RUBY
          end

          # Makes so many objects in every call.
          #: (objects: Integer) -> Edit
          def allocate(objects:) = new(before: "spoilt = #{Integer(objects)}\nObject.new while (spoilt -= 1) >= 0", after: "")

          # Answers another value wherever there is one.
          #: () -> Edit
          def answer_wrong = new(before: "", after: "reply = [:wrong, reply] unless reply.nil?")

          # Asks the server once more than it should.
          #: () -> Edit
          def ask_twice = new(before: "super", after: "")

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
            #{indented(before)}
                reply = super
            #{indented(after)}
                reply
              end
              ruby2_keywords(:#{target.name}) if respond_to?(:ruby2_keywords, true)
            })
          RUBY
        end

        private

        def indented(lines) = lines.lines.map { |line| "    #{line.chomp}" }.join("\n")
      end
    end
  end
end
