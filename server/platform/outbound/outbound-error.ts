const sentences = {
  timeout: 'The service did not answer in time',
  too_large: 'The answer of the service is too large',
  unreachable: 'The service cannot be reached',
  refused_address: 'The address is not one on the internet',
  redirect: 'The service answered with a redirect',
  cut: 'The connection to the service broke off',
}

/** A call without an answer. The message is a sentence for people, without address and secrets. */
export class OutboundError extends Error {
  readonly code: keyof typeof sentences

  constructor(code: keyof typeof sentences, options?: ErrorOptions) {
    super(sentences[code], options)
    this.code = code
  }
}
