# encoding: utf-8

module CachemarkDriver
  # The part of a ReplyCheck that compares the replies to calls with several keys. Untimed.
  module SeveralKeys
    private

    # [right?, what the reply must say]. done: as Adapter#done_of_many has it.
    def failed(keys, step, done)
      right = case done
              when nil then true
              when Array then done.sort == keys.sort
              when Integer then done == step.keys.size - keys.size
              else done == keys.empty?
              end
      [right, keys.empty? ? "done for all keys" : "done for all keys but #{ReplyCheck.show(keys)}"]
    end

    # nil, or how the values by key differ from the names of values by the names of keys.
    def several(wanted, step, actual)
      found = step.versions? ? without_versions(actual) : actual
      pairs = Hash[wanted.map { |key, names| [@names.text(key), names.is_a?(Integer) ? names : value(names, key, step.raw?)] }]
      return difference(pairs, actual) unless found.is_a?(Hash)
      right = wanted.map { |key, names| [@names.text(key), names] }.select do |key, names|
        found.key?(key) && (names.is_a?(Integer) ? number?(names, found[key]) : same?(pairs[key], found[key], step.raw?))
      end
      wrong = (pairs.keys | found.keys) - right.map { |key, _| key }
      wrong.any? ? difference(*[pairs, found].map { |all| all.select { |key, _| wrong.include?(key) } }) : nil
    end

    # Hash of values by key, of [value, version] by key; nil where a version is not a number above 0.
    def without_versions(actual)
      sound = actual.is_a?(Hash) && actual.values.all? { |pair| pair.is_a?(Array) && number(pair[1]) =~ /\A[1-9]\d*\z/ }
      sound ? Hash[actual.map { |key, pair| [key, pair[0]] }] : nil
    end

    # nil, or which keys' values were computed in place of those that had to be.
    def other_computed(absent, computed)
      return nil if absent.nil? || !@exact || computed.sort == texts(absent).sort
      difference({"computed" => texts(absent)}, {"computed" => computed})
    end

    def texts(names)
      names.map { |name| @names.text(name) }
    end

    def difference(expected, actual)
      {"expected" => ReplyCheck.show(expected), "actual" => ReplyCheck.show(actual)}
    end
  end
end
