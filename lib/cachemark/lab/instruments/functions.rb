# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts instructions by the function of machine code that executes them, without those of the functions that it calls.
      class Functions < Callgrind
        include Sites

        METRICS = [].freeze
        # Endings of names: the number of a recursive call, and what a compiler adds to the copies of a function.
        ENDINGS = /(?:'\d+|\.(?:constprop|isra|part|cold)(?:\.\d+)*)+\z/
        # A function without a name, as in a library without symbols.
        UNNAMED = /\A0x/
        private_constant :ENDINGS, :UNNAMED

        private

        # Array[Hash]: sites, whose place is the library. The text of a function without a name is its nearest caller with one.
        def read(text)
          profile = Profile.new(text)
          profile.costs.map do |(library, function), count|
            name = function.sub(ENDINGS, "")
            caller = profile.caller([library, function]) { |other| !other.match?(UNNAMED) } if name.match?(UNNAMED)
            { "name" => name.sub(/\A0x0*/, "0x"), "place" => library, "count" => count,
              "text" => caller && "called by #{caller.last.sub(ENDINGS, "")}" }
          end
        end

        # The costs in a dump of callgrind. A name is written once, and is a number afterwards.
        class Profile
          POSITION = /\A(c?)(ob|fn)=\((\d+)\)(?: (.*))?/
          CALLS = /\Acalls=(\d+)/
          COST = /\A[+*\d-]\S* (\d+)/
          # Callers of callers that are looked at.
          FARTHEST = 8
          private_constant :POSITION, :CALLS, :COST, :FARTHEST

          # {[library, function] => instructions}
          attr_reader :costs

          #: (String) -> void
          def initialize(text)
            @names = { "ob" => {}, "fn" => {} }
            @now = { "" => {}, "c" => {} }
            @costs = Hash.new(0)
            @callers = Hash.new { |callers, called| callers[called] = Hash.new(0) }
            read(text)
          end

          # The nearest caller, among those that call most often, for whose name the block is true.
          #: ([String, String]) { (String) -> bool } -> [String, String]?
          def caller(function)
            FARTHEST.times do
              function = @callers[function].except(function).max_by(&:last)&.first or return
              return function if yield function.last
            end
            nil
          end

          private

          # The line after `calls=` has the cost of the called function.
          def read(text)
            inside = true
            text.each_line do |line|
              next inside = true unless inside

              if (position = POSITION.match(line)) then move(*position.captures)
              elsif (calls = line[CALLS, 1]) then inside = called(calls.to_i)
              elsif (cost = line[COST, 1]) then @costs[function("")] += cost.to_i
              end
            end
          end

          # The library of a called function is named only if it differs.
          def move(called, kind, number, name)
            @names[kind][number] = name if name
            @now[called][kind] = @names[kind][number]
          end

          def called(count)
            @callers[function("c")][function("")] += count
            @now["c"].delete("ob")
            false
          end

          def function(called)
            library = @now[called]["ob"] || @now[""]["ob"]
            [File.basename(library.to_s), @now[called]["fn"].to_s]
          end
        end
      end
    end
  end
end
