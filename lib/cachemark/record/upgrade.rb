# frozen_string_literal: true

module Cachemark
  class Record
    # Renames the words of older versions, line by line, so that all other code knows only the present names. A line with the
    # present names stays as it is, because this version may have continued an older record.
    module Upgrade
      # The versions of the line format that can be read.
      SCHEMAS = ["cachemark/record/1", SCHEMA].freeze

      # The senders of a piece of a case's octets.
      SENDERS = { "relay to client" => "proxy to client", "relay to server" => "proxy to server" }.freeze
      private_constant :SENDERS

      class << self
        #: (Hash[String, Object]) -> Hash[String, Object]
        def call(line)
          case line["type"]
          when "run" then renamed(line, "marks" => "warnings").merge("schema" => SCHEMA)
          when "situation" then renamed(line, "situation" => "fault").merge("type" => "fault")
          when "case" then examined(renamed(line, "situation" => "fault", "anew" => "discarded"))
          when "environment" then environment(mutant(line))
          when "failure" then mutant(line)
          when "survey" then survey(renamed(line, "neighbours" => "other_processes"))
          when "experiment" then line.merge("condition" => condition(line["condition"]))
          when "cell" then endpoint(line)
          when "event" then line["kind"] == "untapped" ? line.merge("kind" => "unobserved") : line
          else line
          end
        end

        private

        def renamed(line, names) = line.transform_keys { |name| names.fetch(name, name) }

        def examined(line)
          line = mutant(line)
          line["octets"] ? line.merge("octets" => line["octets"].map { |piece| octets(*piece) }) : line
        end

        # The memcached that a contender named was apart from the rest of its endpoint.
        def endpoint(line)
          return line unless line["server"]

          line.except("server").merge("endpoint" => { "memcached" => line["server"], **(line["endpoint"] || {}) })
        end

        def condition(name) = name.sub("a neighbour on", "another process on")

        # The changes that the machine's calibration detected, by condition.
        def survey(line)
          return line unless line["calibration"].is_a?(Hash)

          renamed = line["calibration"].transform_values do |gains|
            gains.is_a?(Hash) ? gains.transform_keys { |name| condition(name) } : gains
          end
          line.merge("calibration" => renamed)
        end

        def octets(at_ns, connection, sender, *rest)
          [at_ns, connection, SENDERS.fetch(sender, sender), *rest]
        end

        def environment(line)
          line["options"].is_a?(Hash) ? line.merge("options" => renamed(line["options"], "flaw" => "mutant")) : line
        end

        # The name of a contender contains its options.
        def mutant(line)
          return line unless line["contender"].to_s.include?("control,flaw=")

          line.merge("contender" => line["contender"].sub(",flaw=", ",mutant="))
        end
      end
    end
  end
end
