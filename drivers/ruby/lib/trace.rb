# encoding: utf-8
module CachemarkDriver
  # Shows where a block does its work, by the places of the source: the methods that it calls, the objects that it allocates,
  # or the lines that it runs. The block includes the driver's own work, which is the same in every block.
  #
  # A trace makes this Ruby slower for good, so a traced process is never timed.
  class Trace
    class << self
      # The Hash that the Ruby block returns, with "trace" in addition if a kind is given: an Array, or nil if this Ruby does not
      # report it. ArgumentError for an unknown kind.
      def over(kind)
        return yield if kind.nil?
        trace = KINDS.fetch(kind) { raise ArgumentError, "cannot trace #{kind.inspect}" }.new
        return yield.merge("trace" => nil) unless trace.able?
        fields = trace.during { yield }
        fields.merge("trace" => trace.sites)
      end
    end

    def initialize
      @counts = Hash.new { |counts, site| counts[site] = [0, 0] }
      @sources = Sources.new
    end

    # Array of Hash: name, place, the text of the source line if there is one, and how often.
    def sites
      @counts.map { |(name, file, line), (count, bytes)| site(name, file, line, count, bytes) }
    end

    private

    def site(name, file, line, count, _)
      {"name" => name, "place" => @sources.place(file, line), "text" => @sources.text(file, line), "count" => count}
    end

    # The events of a TracePoint, by the method in which they happen.
    class Methods < Trace
      # JRuby has no events without --debug.
      def able?; !!defined?(TracePoint) && !defined?(JRUBY_VERSION) end

      def during
        trace = point
        trace.enable
        yield
      ensure
        trace.disable
      end

      def sites
        super.each { |site| site["name"] = MethodNames.of(*site["name"]) }
      end
    end

    # The methods that are called, written in Ruby or in C. The place of the first kind is its definition, that of the second its
    # caller, because the source in C is not here.
    class Calls < Methods
      private

      # One block for both events: a method that it calls would be called by every event.
      def point
        TracePoint.new(:call, :c_call) do |event|
          @counts[[[event.defined_class, event.method_id, (event.self if event.event == :c_call && Regexp === event.self)],
                   event.path, event.lineno]][0] += 1
        end
      end
    end

    # The lines that run.
    class Lines < Methods
      private

      def point
        TracePoint.new(:line) do |event|
          @counts[[[event.defined_class, event.method_id], event.path, event.lineno]][0] += 1
        end
      end
    end

    # The objects that are allocated, by class and by the method that allocates them, and their bytes. It sees those that live at
    # the end: all, after a `prepare` with "collect":false.
    class Allocations < Trace
      CLASS = Kernel.instance_method(:class)

      def able?
        require "objspace"
        ObjectSpace.respond_to?(:trace_object_allocations_start)
      rescue LoadError
        false
      end

      def during
        ObjectSpace.trace_object_allocations_clear
        ObjectSpace.trace_object_allocations_start
        yield
      ensure
        ObjectSpace.trace_object_allocations_stop
        note
      end

      private

      def note
        ObjectSpace.each_object do |object|
          file = ObjectSpace.allocation_sourcefile(object) or next
          counted = @counts[[name(object), file, ObjectSpace.allocation_sourceline(object)]]
          counted[0] += 1
          counted[1] += ObjectSpace.memsize_of(object)
        end
      end

      def name(object)
        owner, method = ObjectSpace.allocation_class_path(object), ObjectSpace.allocation_method_id(object)
        kind = CLASS.bind(object).call
        ["#{MethodNames.plain(kind.inspect)} in", MethodNames.of(owner, method)].join(" ")
      end

      def site(name, file, line, count, bytes)
        super.merge("bytes" => bytes)
      end
    end

    KINDS = {"calls" => Calls, "allocations" => Allocations, "lines" => Lines}

    # The names of methods, as documentation writes them.
    module MethodNames
      SINGLETON = /\A#<Class:(.+)>\z/
      REGEXP = 60

      class << self
        # owner: a Module or its name, nil if it has none; method: nil outside of methods; pattern: of a Regexp's method.
        # "Dalli::Client#get", "Dalli.logger", "Regexp#match? /x/".
        def of(owner, method, pattern = nil)
          return "the scenario" unless method
          owner = owner && plain(owner.to_s)
          singleton = SINGLETON.match(owner.to_s)
          name = singleton ? "#{singleton[1]}.#{method}" : [owner, method].compact.join("#")
          [name, pattern && pattern.inspect[0, REGEXP]].compact.join(" ")
        end

        # Without addresses, which differ between processes.
        def plain(name) name.gsub(/:?0x\h+/, "") end
      end
    end

    # Places and texts of source lines.
    class Sources
      def initialize
        @roots = $LOAD_PATH.map { |folder| [folder.to_s, File.exist?(folder.to_s) ? File.realpath(folder.to_s) : nil] }
        @roots = @roots.flatten.compact.map { |folder| folder.sub(/\/lib\z/, "") + "/" }.uniq.sort_by { |root| -root.size }
        @places = Hash.new { |places, file| places[file] = relative(file) }
        @texts = Hash.new { |texts, file| texts[file] = File.file?(file) ? File.readlines(file) : [] }
      end

      # "lib/dalli/client.rb:12", below the root of its library.
      def place(file, line) "#{@places[file]}:#{line}" end

      # String without indentation, or nil if there is no such file.
      def text(file, line)
        text = @texts[file][line - 1] if line > 0
        text && text.encode("UTF-8", "BINARY", :invalid => :replace, :undef => :replace).strip[0, 200]
      end

      private

      def relative(file)
        root = @roots.find { |one| file.start_with?(one) }
        root ? file[root.size..-1] : file
      end
    end
  end
end
