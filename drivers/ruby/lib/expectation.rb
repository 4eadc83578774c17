# encoding: utf-8
module CachemarkDriver
  # Compares replies with what they must be. Untimed.
  class Expectation
    # steady: false once counters may have moved on (inside blocks).
    def initialize(adapter, names, exact)
      @adapter = adapter
      @names = names
      @exact = exact
    end

    # nil when the reply is right, else {"expected", "actual"}; missed: a fetch ran its block.
    def mismatch(step, expectation, reply, missed)
      kind, wanted = expectation.first
      actual = @adapter.reply(step.op, reply)
      right, expected = judge(kind, wanted, step, actual, missed)
      right ? nil : {"expected" => expected, "actual" => show(actual, missed)}
    end

    private

    def judge(kind, wanted, step, actual, missed)
      case kind
      when "any" then [true]
      when "hit" then hit(wanted, step, actual, missed)
      when "miss" then miss(step, actual, missed)
      when "stored" then [[wanted, nil].include?(@adapter.done?(step.op, actual)), "stored: #{wanted}"]
      when "number" then [@exact ? number(actual) == wanted.to_s : number(actual) =~ /\A\d+\z/, wanted.to_s]
      when "multi" then multi(wanted, step, actual)
      else raise ArgumentError, "unknown expectation: #{kind.inspect}"
      end
    end

    def hit(name, step, actual, missed)
      wanted = @names.object(name, step.key, step.raw?)
      [same?(wanted, actual) && !missed, Expectation.show(wanted)]
    end

    # A fetch that misses runs its block and returns the value it was given.
    def miss(step, actual, missed)
      return [actual.nil?, "a miss"] unless step.op == "fetch" && step.value
      wanted = @names.object(step.value, step.key, step.raw?)
      [(missed || !@exact) && same?(wanted, actual), "a miss, then #{Expectation.show(wanted)}"]
    end

    def multi(wanted, step, actual)
      pairs = wanted.map { |key, name| [@names.text(key), @names.object(name, key, step.raw?)] }
      right = actual.is_a?(Hash) && actual.size == pairs.size && pairs.all? { |key, value| same?(value, actual[key]) }
      [right, Expectation.show(Hash[pairs])]
    end

    def same?(wanted, actual)
      return number(actual) == number(wanted) if wanted.is_a?(Integer)
      return wanted == actual unless wanted.is_a?(String) && actual.is_a?(String)
      wanted.dup.force_encoding("BINARY") == actual.dup.force_encoding("BINARY")
    end

    # memcached pads a counter that lost a digit with blanks.
    def number(value) value.to_s.strip end

    def show(actual, missed)
      missed ? "a miss, then #{Expectation.show(actual)}" : Expectation.show(actual)
    end

    # At most 160 characters of a value, always valid JSON.
    def self.show(value)
      text = value.inspect.encode("UTF-8", :invalid => :replace, :undef => :replace)
      text.length > 160 ? "#{text[0, 157]}..." : text
    end
  end
end
