import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import { partsCsv } from './data.ts'
import type { Person, Street } from './neighbour-data.ts'

type Count = (answer: string | number) => void
/** The load of one person; it runs until it is stopped. `leadMs`: how long it runs before the neighbour is watched. */
export type Load = { name: string; leadMs?: number; begin(origin: string, count: Count): Promise<() => Promise<void>> }

/** The loads, one at a time: the things that one person of a large company can do alone. */
export function loadsOn({ one, root }: Street): Load[] {
  const base = `/api/companies/${one.companyId}`
  const sorts = ['location', 'cost', 'stockLevel', 'retailPrice']
  const list = (turn: number) => `${base}/parts?sort=${sorts[turn % sorts.length]}&page=${1 + (turn % 40)}`
  const words = ['steel', 'M5', 'bolt', 'P-0', 'rubber x']
  const search = (turn: number) => `${base}/parts?sort=cost&q=${encodeURIComponent(words[turn % words.length] ?? '')}`
  return [
    { name: 'nothing', begin: async () => async () => undefined },
    { name: '24 lists in parallel', begin: again(one, 24, list) },
    { name: '24 searches in parallel', begin: again(one, 24, search) },
    { name: '8 tree.csv of 19 levels', begin: again(one, 8, () => `${base}/bom/${root}/tree.csv`) },
    { name: '3 unread exports', leadMs: 2_000, begin: unread(one, 3, `${base}/exports/parts.csv`) },
    { name: '24 imports of 28 MB', begin: uploads(one, 24, `${base}/imports?type=parts`, largeFile()) },
    { name: 'a cell of 240,000 digits', begin: uploads(one, 1, `${base}/imports?type=parts`, manyDigits()) },
  ]
}

const authorizationOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** Runs `clients` clients; each asks again as soon as it is answered. */
function again(person: Person, clients: number, path: (turn: number) => string): Load['begin'] {
  return async (origin, count) => {
    let turn = 0
    const stop = new AbortController()
    const ask = async () => {
      while (!stop.signal.aborted) {
        try {
          const answer = await fetch(origin + path(turn++), { headers: authorizationOf(person), signal: stop.signal })
          await answer.arrayBuffer()
          count(answer.status)
          if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 200))
        } catch {
          if (!stop.signal.aborted) count('cut')
        }
      }
    }
    const running = Array.from({ length: clients }, ask)
    return async () => {
      stop.abort()
      await Promise.all(running)
    }
  }
}

/** Starts downloads, reads their first bytes, and then no more. */
function unread(person: Person, clients: number, path: string): Load['begin'] {
  return async (origin, count) => {
    const { hostname, port, host } = new URL(origin)
    const sockets: Socket[] = []
    for (let client = 0; client < clients; client++) {
      const socket = connectTo(Number(port), hostname)
      sockets.push(socket)
      await once(socket, 'connect')
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorizationOf(person).authorization}\r\n\r\n`,
      )
      socket.on('error', () => count('cut'))
      socket.once('data', (chunk) => {
        count(String(chunk).slice(9, 12))
        socket.pause()
      })
    }
    return async () => {
      for (const socket of sockets) socket.destroy()
    }
  }
}

/** Uploads the same file several times at once, one time. */
function uploads(person: Person, clients: number, path: string, file: Buffer): Load['begin'] {
  return async (origin, count) => {
    const stop = new AbortController()
    const headers = { ...authorizationOf(person), 'content-type': 'text/csv' }
    const send = async () => {
      try {
        const answer = await fetch(origin + path, {
          method: 'POST',
          headers,
          body: file,
          signal: stop.signal,
        } as RequestInit)
        await answer.arrayBuffer()
        count(answer.status)
      } catch {
        if (!stop.signal.aborted) count('cut')
      }
    }
    const running = Array.from({ length: clients }, send)
    return async () => {
      stop.abort()
      await Promise.all(running)
    }
  }
}

function largeFile(): Buffer {
  const [header] = partsCsv(0).split('\n', 1)
  const padding = 'x'.repeat(150)
  const rows = Array.from(
    { length: 140_000 },
    (_, n) => `Bolt ${padding} ${n},I-${n},Shelf,${n % 100},Supplier,AC,1.5,2,3`,
  )
  return Buffer.from(`${header}\n${rows.join('\n')}\n`)
}

const manyDigits = () => Buffer.from(`Name/Description,Part Number,Cost\nBolt,B-1,${'1'.repeat(240_000)}x\n`)
