/** The ways in which one person can load the server. */
import { once } from 'node:events'
import { connect as connectTo, type Socket } from 'node:net'
import { answerOf } from '../servers.ts'
import type { Person } from './neighbour-data.ts'

type Count = (answer: string | number) => void
/** The load of one person; it runs until it is stopped. `leadMs`: how long it runs before the neighbour is watched. */
export type Load = { name: string; leadMs?: number; begin(origin: string, count: Count): Promise<() => Promise<void>> }
/** A request of this person. */
export type Errand = { method?: string; path: string; body?: string | Buffer; type?: string }

const authorizationOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

/** Runs `clients` clients; each sends the next request as soon as it has an answer. Without a person the requests have no credential. */
export function again(
  person: Person | null,
  clients: number,
  errand: (turn: number) => string | Errand,
): Load['begin'] {
  return rounds(clients, (turn, send) => {
    const request = errand(turn)
    return send(typeof request === 'string' ? { path: request } : request, person)
  })
}

type Send = (errand: Errand, person: Person | null) => Promise<unknown>

/** Runs `clients` clients; each repeats the round: a few requests, one after the other. A refused request ends its round. */
export function rounds(clients: number, round: (turn: number, send: Send) => Promise<unknown>): Load['begin'] {
  return async (origin, count) => {
    let turn = 0
    const stop = new AbortController()
    const send: Send = async ({ method = 'GET', path, body, type = 'application/json' }, person) => {
      const headers = { ...(person && authorizationOf(person)), ...(body && { 'content-type': type }), 'if-match': '*' }
      const init = { headers, signal: stop.signal }
      const answer = await fetch(origin + path, { ...init, method, ...(body && { body }) })
      const text = await answerOf(answer, init)
      count(answer.status)
      if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 200))
      return answer.ok && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    }
    const run = async () => {
      while (!stop.signal.aborted) {
        try {
          await round(turn++, send)
        } catch {
          if (!stop.signal.aborted) count('cut')
        }
      }
    }
    const running = Array.from({ length: clients }, run)
    return async () => {
      stop.abort()
      await Promise.all(running)
    }
  }
}

/** The loads of two people at the same time. */
export const together =
  (...loads: Load['begin'][]): Load['begin'] =>
  async (origin, count) => {
    const stops = await Promise.all(loads.map((begin) => begin(origin, count)))
    return async () => {
      await Promise.all(stops.map((stop) => stop()))
    }
  }

/** Starts a download of each path, reads its first bytes, and then stops reading. */
export function unread(person: Person, paths: string[]): Load['begin'] {
  return async (origin, count) => {
    const { hostname, port, host } = new URL(origin)
    const sockets: Socket[] = []
    for (const path of paths) {
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

/** Uploads the same file several times at once. */
export function uploads(person: Person, clients: number, path: string, file: Buffer, type = 'text/csv'): Load['begin'] {
  return async (origin, count) => {
    const stop = new AbortController()
    const headers = { ...authorizationOf(person), 'content-type': type }
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
