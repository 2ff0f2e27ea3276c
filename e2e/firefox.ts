import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** A page in Firefox. Scripts are texts, because they run there. */
export type FirefoxPage = {
  goto: (address: string) => Promise<void>
  /** Asks the page until the script gives something true. @throws after 20 seconds */
  until: (script: string) => Promise<void>
  /** Presses a key while Control is held. */
  pressWithControl: (key: string) => Promise<void>
  /** Errors of the console and of scripts so far. */
  errors: string[]
}

type Answer = { id?: number; result?: Record<string, unknown>; message?: string; method?: string; params?: LogEntry }
type LogEntry = { level: string; text: string }

/**
 * Gives `use` a page of the Firefox of this machine: it is driven by WebDriver BiDi, which Node speaks without a library.
 * Playwright drives only a Firefox of its own.
 * https://w3c.github.io/webdriver-bidi/
 */
export async function withFirefox(program: string, use: (page: FirefoxPage) => Promise<void>): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'sbr-firefox-'))
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank']
  const firefox = spawn(program, options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  try {
    const socket = new WebSocket(`${await addressOf(firefox.stderr)}/session`)
    await once(socket, 'open')
    await use(await pageOn(socket))
    socket.close()
  } finally {
    firefox.kill()
    if (firefox.exitCode === null && firefox.signalCode === null) await once(firefox, 'exit')
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Firefox reports as an error what was still being loaded when its page was left: 2152398850 is NS_BINDING_ABORTED. */
const isCutByLeaving = (text: string) => /was interrupted while the page was loading|status=2152398850 /.test(text)

async function addressOf(output: Readable) {
  let text = ''
  for await (const chunk of output) {
    text += chunk
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1]
    // What Firefox says later must not fill the pipe.
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error(`Firefox did not start: ${text}`)
}

async function pageOn(socket: WebSocket): Promise<FirefoxPage> {
  const waiting = new Map<number, (answer: Answer) => void>()
  const errors: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data))
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.params?.level === 'error' && !isCutByLeaving(answer.params.text)) errors.push(answer.params.text)
  })
  let last = 0
  const send = async (method: string, params: object = {}) => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { result, message } = await promise
    if (!result) throw new Error(`Firefox refused ${method}: ${message}`)
    return result
  }
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send('browsingContext.getTree')
  const { context } = (contexts as { context: string }[])[0] ?? {}
  await send('browsingContext.activate', { context }) // else no element has the focus
  const ask = async (script: string) => {
    const { result } = await send('script.evaluate', { expression: script, target: { context }, awaitPromise: true })
    return (result as { value?: unknown } | undefined)?.value
  }
  return {
    errors,
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    async until(script) {
      // While a page leaves for the next one it cannot be asked.
      for (const end = Date.now() + 20_000; !(await ask(`Boolean(${script})`).catch(() => false)); await wait(50))
        if (Date.now() > end) throw new Error(`In Firefox this did not become true: ${script}`)
    },
    async pressWithControl(key) {
      const control = '\uE009'
      const keys = [control, key].map((value) => ({ type: 'keyDown', value }))
      const ups = [key, control].map((value) => ({ type: 'keyUp', value }))
      await send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keys', actions: [...keys, ...ups] }],
      })
    },
  }
}
