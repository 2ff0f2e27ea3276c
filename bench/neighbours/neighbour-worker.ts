/** The neighbour: requests a page of parts about 30 times a second, over one connection, and notes how long each request takes. */
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** `times`: ms of each request. `failed`: answers other than 200, broken connections, and requests without an answer within 30 s. */
export type Seen = { times: number[]; failed: number }

const { url, token, seconds } = workerData as { url: string; token: string; seconds: number }
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const tally: Seen = { times: [], failed: 0 }
const until = performance.now() + seconds * 1_000
while (performance.now() < until) {
  const begun = performance.now()
  const status = await ask()
  tally.times.push(performance.now() - begun)
  if (status !== 200) tally.failed += 1
  await sleep(20)
}
agent.destroy()
parentPort?.postMessage(tally)

function ask(): Promise<number> {
  return new Promise((resolve) => {
    const request = get(url, { agent, timeout: 30_000, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(0))
  })
}
