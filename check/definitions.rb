# frozen_string_literal: true

module Check
  # The classes, modules and public methods that a source defines.
  class Definitions
    # A name and its line.
    Definition = Struct.new(:name, :line)

    attr_reader :types, :long_public_methods

    #: (String) -> void
    def initialize(source)
      @types = []
      @long_public_methods = []
      @private_names = source.scan(/private_class_method (:\w.*)/).flat_map { |list,| list.scan(/\w+[?!=]?/) }
      body(Array(Ripper.sexp(source)&.last))
    end

    private

    def body(statements)
      hidden = false
      statements.each do |statement|
        hidden = true if statement in [:vcall, [:@ident, "private" | "protected", _]]
        statement(statement, hidden)
      end
    end

    def statement(node, hidden)
      case node
      in [:class | :module, [:const_ref | :const_path_ref, *, [:@const, name, [line, _]]], *, [:bodystmt, inside, *]]
        type(name, line, inside)
      in [:sclass, _, [:bodystmt, inside, *]] then body(inside)
      in [:assign, [:var_field, [:@const, name, [line, _]]], value]
        @types << Definition.new(name, line) if defines_type?(value)
      in [:def, [_, name, [line, _]], *, [:bodystmt, inside, *]] then method(name, line, inside) unless hidden
      in [:defs, _, _, [_, name, [line, _]], *, [:bodystmt, inside, *]]
        method(name, line, inside) unless @private_names.include?(name)
      else nil
      end
    end

    def type(name, line, inside)
      meaning = inside.reject { |node| node == [:void_stmt] }
      @types << Definition.new(name, line) unless meaning.any? && meaning.all? { |node| type?(node) }
      body(inside)
    end

    # An endless definition is no Array of statements, and says all it does.
    def method(name, line, inside)
      return if name == "initialize" || !inside.is_a?(Array) || !inside[0].is_a?(Array)

      @long_public_methods << Definition.new(name, line)
    end

    # A module that holds nothing but types only gives them their name.
    def type?(node)
      %i[class module].include?(node[0]) || (node in [:assign, [:var_field, [:@const, *]], value] and defines_type?(value))
    end

    def defines_type?(value)
      value = value[1] if value[0] == :method_add_block
      value = value[1] if value[0] == :method_add_arg
      value in [:call | :command_call, [:var_ref, [:@const, "Value" | "Struct" | "Class", _]], _,
                [:@ident, "define" | "new", _], *]
    end
  end
end
