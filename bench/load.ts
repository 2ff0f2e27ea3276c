import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import autocannon from 'autocannon'
import { authorization } from './data.ts'

/** A request of an operation; `turn` counts up, so that no two requests are the same. */
export type Shape = (turn: number) => { method: 'GET' | 'PATCH' | 'POST'; path: string; body?: string }
/** `fastest`: on a busy machine the most telling figure. */
export type Latency = { p50: number; p99: number; fastest: number; count: number }

/** The least number of requests that are measured, however slow they are. */
const atLeast = 7

/** One client, one request after the other over one raw connection: latencies in ms. The first fifth is warm-up. */
export async function oneByOne(origin: string, shape: Shape, seconds: number): Promise<Latency> {
  const { host, hostname, port } = new URL(origin)
  const socket = connectTo(Number(port), hostname)
  socket.setNoDelay(true)
  await once(socket, 'connect')
  const times: number[] = []
  const begin = performance.now()
  const warm = begin + seconds * 200
  const until = begin + seconds * 1_200
  for (let turn = 0; performance.now() < until || times.length < atLeast; turn++) {
    const { method, path, body = '' } = shape(turn)
    const length = body ? `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` : ''
    const start = performance.now()
    socket.write(
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\nif-match: *\r\n${length}\r\n${body}`,
    )
    const status = await answerOf(socket)
    if (start > warm) times.push(performance.now() - start)
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}`)
  }
  socket.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), fastest: at(0), count: times.length }
}

/** Waits for a whole answer. Both servers send a content-length. @returns its status */
function answerOf(socket: Socket): Promise<number> {
  return new Promise((resolve, reject) => {
    let head = ''
    let missing = -1
    const onData = (chunk: Buffer) => {
      if (missing >= 0) missing -= chunk.length
      else {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - end - 4)
      }
      if (missing > 0) return
      socket.off('data', onData).off('close', onClose)
      resolve(Number(head.slice(9, 12)))
    }
    const onClose = () => reject(new Error('The server closed the connection'))
    socket.on('data', onData).once('close', onClose)
  })
}

/** How long clients go on: some seconds, after half a second of warm-up, or until they have sent that many requests. */
export type Length = { seconds: number } | { requests: number }

/** Some clients at once: requests a second. */
export async function together(origin: string, shape: Shape, length: Length, clients = 32): Promise<number> {
  let turn = 0
  const result = await autocannon({
    url: origin,
    connections: clients,
    ...('requests' in length
      ? { amount: length.requests }
      : { duration: length.seconds, warmup: { connections: clients, duration: 0.5 } }),
    headers: { authorization, 'if-match': '*' },
    requests: [
      {
        setupRequest: (request) => {
          const { method, path, body } = shape(turn++)
          return {
            ...request,
            method,
            path,
            ...(body && { body, headers: { ...request.headers, 'content-type': 'application/json' } }),
          }
        },
      },
    ],
  } as autocannon.Options)
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} failed answers, ${result.errors} errors`)
  return result.requests.total / result.duration
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
