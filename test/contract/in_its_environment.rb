# frozen_string_literal: true

# Starts the driver of `language_name` as `cachemark run` does: in the environment of the reference `socket`, in which `null`
# loads, too. Include this after the contract.
module InItsEnvironment
  def setup
    unavailable(environment.reason) if environment.is_a?(Cachemark::Env::Unavailable)
    super
  end

  def contender = DrivenClient.contender("#{language_name}/socket")
  def environment = DrivenClient.environment(contender)
  def argv = ["env", *environment.env.map { |pair| pair.join("=") }, *environment.argv, contender.language.program]

  # Only a runtime that the machine does not have is an excuse.
  def unavailable(reason)
    skip reason if contender.runtime.nil? || contender.language.runtimes.any?
    flunk "#{reason}\nTry: compare drivers/#{language_name}/language.yml with contributing/template"
  end
end
