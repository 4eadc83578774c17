# frozen_string_literal: true

# The screen of a terminal after the given output: lines, and the few controls that Live::Screen::RedrawnLines uses.
class TinyTerminal
  #: (String) -> String
  def self.show(written) = new.write(written).to_s

  def initialize
    @lines = [+""]
    @row = 0
    @column = 0
  end

  def write(text)
    text.scan(/\e\[(\d*)([A-Za-z])|(\n)|([^\e\n])/) do |count, control, newline, char|
      if control then control(control, [count.to_i, 1].max, whole: count == "2")
      elsif newline then down(1, made: true)
      else put(char)
      end
    end
    self
  end

  def to_s = @lines.map(&:rstrip).join("\n").sub(/\n*\z/, "\n")

  private

  def control(name, count, whole:)
    case name
    when "A" then @row = [@row - count, 0].max
    when "B" then down(count)
    when "G" then @column = count - 1
    when "K" then @lines[@row] = whole ? +"" : @lines[@row][0, @column].to_s
    when "m" then nil
    else raise "a control that nobody expected: #{name}"
    end
  end

  # A newline makes lines; a movement stops at the last.
  def down(count, made: false)
    @row += count
    @lines << +"" while made && @lines.size <= @row
    @row = [@row, @lines.size - 1].min
    @column = 0 if made
  end

  def put(char)
    @lines[@row] = @lines[@row].ljust(@column)
    @lines[@row][@column, 1] = char
    @column += 1
  end
end
