# frozen_string_literal: true

require "fiddle"

# Has the SASL library keep a password: sasl_program.rb REALM USER, with the password on standard input and the folder of its
# configuration in SASL_CONF_PATH.
class SaslProgram
  LIBRARIES = %w[libsasl2.so.2 libsasl2.so.3 libsasl2.2.dylib].freeze
  SERVICE = "memcached"
  CREATE = 1
  POINTER = Fiddle::TYPE_VOIDP
  NUMBER = Fiddle::TYPE_INT

  def initialize(realm, user)
    @realm = realm
    @user = user
  end

  #: (String) -> void
  def keep(password)
    call("sasl_server_init", [POINTER] * 2, nil, SERVICE)
    connection = Fiddle::Pointer.malloc(Fiddle::SIZEOF_VOIDP, Fiddle::RUBY_FREE)
    call("sasl_server_new", ([POINTER] * 6) + [NUMBER, POINTER], SERVICE, nil, @realm, nil, nil, nil, 0, connection)
    call("sasl_setpass", [POINTER, POINTER, POINTER, NUMBER, POINTER, NUMBER, NUMBER],
         connection.ptr, @user, password, password.bytesize, nil, 0, CREATE)
  end

  private

  def call(name, types, *arguments)
    code = Fiddle::Function.new(library[name], types, NUMBER).call(*arguments)
    abort "#{name} failed with code #{code}" unless code.zero?
  end

  def library = @library ||= LIBRARIES.filter_map { |name| open(name) }.first || abort("libsasl2 is not installed")

  def open(name)
    Fiddle.dlopen(name)
  rescue Fiddle::DLError
    nil
  end
end

SaslProgram.new(*ARGV).keep($stdin.read) if $PROGRAM_NAME == __FILE__
