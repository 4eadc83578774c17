# frozen_string_literal: true

module Cachemark
  module Env
    # Compares a driver's `loaded` message with the environment that it was started in. The proof of a version is the folder
    # of the loaded file (Bundler found that version in it), not the library's constant: memcache-client 1.6.3 calls itself
    # 1.6.2. The constant is compared only if the catalogue has the version that the library reports (`reports`).
    class LoadedFiles
      # `companions` {gem => version}: the requested companions, in addition to the contender's own gem.
      #: (Environment, ?companions: Hash[String, String]) -> void
      def initialize(environment, companions: {})
        @environment = environment
        @companions = companions
      end

      # nil if exactly the requested libraries were loaded, else a sentence. `loaded` has string keys: version, file,
      # libraries [{name, version, file}].
      #: (Hash[String, Object]) -> String?
      def reason(loaded)
        own = @environment.expected.first
        return if own.nil?

        name = own.fetch(:gem)
        return "#{name}: the driver does not say which file it loaded" if loaded["file"].nil?

        check(own, name, loaded["file"]) || check_name(own, name, loaded["version"]) ||
          check_libraries(loaded) || check_companions(loaded)
      end

      private

      def check_libraries(loaded)
        Array(loaded["libraries"]).lazy.filter_map { |library| check_library(*library.values_at("name", "file")) }.first
      end

      # An installed companion is not enough, because a client may not use it.
      def check_companions(loaded)
        used = Array(loaded["libraries"]).map { |library| plain(library["name"]) }
        gem, version = @companions.find { |name, _| !used.include?(plain(name)) }
        "#{gem} #{version} was asked for and is not in use" if gem
      end

      def check_library(name, file)
        return if file.nil?

        gem = @environment.expected.find { |expected| plain(expected.fetch(:gem)) == plain(name) }
        gem ? check(gem, name, file) : check_folder(name, file)
      end

      def check(gem, name, file)
        "#{name} was loaded from #{file}, not from #{gem.fetch(:dir)}" unless within?(gem, file)
      end

      def check_name(gem, name, version)
        "#{name} calls itself #{version}, not #{gem[:reports]}" if gem[:reports] && version != gem[:reports]
      end

      # Debian's ruby-* packages install libraries where every Ruby finds them, even without a gem home.
      def check_folder(name, file)
        installed = @environment.expected.flat_map { |gem| gem.values_at(:dir, :extension_dir) }
        own = [*@environment.runtime.fetch(:folders), *installed]
        return if own.compact.any? { |folder| below?(folder, file) }

        "#{name} was loaded from #{file}, which is not part of the environment"
      end

      def within?(gem, file) = gem.values_at(:dir, :extension_dir).compact.any? { |folder| below?(folder, file) }

      def below?(folder, file) = real(file).start_with?("#{real(folder)}/")

      def real(path)
        File.realpath(path)
      rescue SystemCallError
        path
      end

      def plain(name) = name.to_s.tr("_", "-").downcase
    end
  end
end
