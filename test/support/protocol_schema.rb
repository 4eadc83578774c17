# frozen_string_literal: true

require "json"
require "json_schemer"

# Whether messages are valid by protocol/schema.json.
class ProtocolSchema
  ALL = JSONSchemer.schema(JSON.parse(File.read(File.join(Cachemark::ROOT, "protocol", "schema.json"))))

  class << self
    # Fails a test in which a driver sends or gets a message that the protocol does not know. `kind` is "request" or "reply".
    #: (String, Hash[String, Object]) -> void
    def check(kind, message)
      wrong = errors(kind, message) or return

      text = JSON.generate(message)[0, 2000]
      raise Minitest::Assertion, "a #{kind} that protocol/schema.json does not allow: #{text}\n#{wrong}"
    end

    # String?: what is wrong with a message.
    #: (String, Hash[String, Object]) -> String?
    def errors(kind, message)
      name = names(kind)[message["type"]] or return "there is no #{kind} #{message["type"].inspect}"

      found = parts(name).validate(message).first(3).map { |error| error["error"] }
      found.join("\n") unless found.empty?
    end

    private

    # The definition of each type of message: the schema of all would say only that none fits.
    def names(kind)
      (@names ||= {})[kind] ||= ALL.value.dig("$defs", kind, "oneOf").to_h do |choice|
        name = choice["$ref"].delete_prefix("#/$defs/")
        [ALL.value.dig("$defs", name, "properties", "type", "const"), name]
      end
    end

    def parts(name) = (@parts ||= {})[name] ||= ALL.ref("#/$defs/#{name}")
  end
end
