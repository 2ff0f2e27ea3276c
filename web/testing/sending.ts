/** XMLHttpRequest as web/shared/api/send-file.ts uses it, by way of `window.fetch`, so that the stub of the server answers it too. */
export class Sending {
  readonly upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {}
  readonly #headers: Record<string, string> = {}
  readonly #ending = new AbortController()
  #method = ''
  #address = ''
  #answer: Response | undefined
  status = 0
  response: unknown = null
  responseType = ''
  onload = () => {}
  onerror = () => {}
  onabort = () => {}

  open(method: string, address: string) {
    this.#method = method
    this.#address = address
  }

  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value
  }

  getResponseHeader(name: string) {
    return this.#answer?.headers.get(name) ?? null
  }

  abort() {
    this.#ending.abort()
    this.onabort()
  }

  async send(body: File) {
    const { signal } = this.#ending
    try {
      const init = { method: this.#method, headers: this.#headers, body, signal }
      this.#answer = await window.fetch(new URL(this.#address, window.location.origin), init)
      this.status = this.#answer.status
      this.response = await this.#answer.json().catch(() => null)
    } catch {
      if (!signal.aborted) this.onerror()
      return
    }
    this.upload.onprogress?.({ loaded: body.size, total: body.size })
    this.onload()
  }
}
