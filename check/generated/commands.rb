# frozen_string_literal: true

module Check
  module Generated
    # Every command with its options and examples, as `cachemark help --all` has them.
    class Commands
      Help = Cachemark::CLI::Help
      Subject = Cachemark::CLI::Delivery::Subject
      private_constant :Help, :Subject

      #: () -> Array[String]
      def parts
        commands = Cachemark::CLI::COMMANDS.flat_map { |name, constant| command(name, Cachemark::CLI.const_get(constant)) }
        formats = Subject.by_kind.map { |kind, names| ["`#{kind}`", names.join(", ")] }
        [*commands, "## Formats of reports", Generated.grid(["Record of", "Formats"], formats),
         "## Exit codes", facts("Code", Help::EXIT), "## Environment variables", facts("Variable", Help::ENVIRONMENT)]
      end

      private

      def command(name, type)
        usage = ["cachemark", name, type.arguments, "[OPTIONS]"].reject { |word| word.to_s.empty? }.join(" ")
        groups = type.groups.map do |heading, options|
          rows = options.flat_map do |option|
            [row(option), *option.meanings.drop(1).reject { |one| one.text.empty? }.map { |one| row(one, "... ") }]
          end
          Generated.grid([heading, "Meaning"], rows)
        end
        examples = type.examples.map { |line, does| ["`cachemark #{line}`", does] }
        ["## #{name}", "#{type.summary} Usage: `#{usage}`", *groups, Generated.grid(%w[Example Meaning], examples)]
      end

      def row(option, before = "") = ["#{before}`#{option.flag}`", option.text]

      def facts(head, facts) = Generated.grid([head, "Meaning"], facts.map { |name, says| ["`#{name}`", says] })
    end
  end
end
