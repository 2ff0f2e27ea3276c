import type { FastifyInstance } from 'fastify'
import { procedureNamed } from '../procedures.ts'
import type { Records } from './access.ts'
import { contentOf, procedureOf, wordsOf } from './all.ts'

/** A request in which only the caller may be wrong. @param name as in `expected`: 'files.list (task)' */
export function messageOf(name: string, records: Records) {
  const procedure = procedureNamed(procedureOf(name))
  const words = wordsOf(name, records)
  const { query, body } = contentOf(name, records)
  const path = procedure?.path.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? '') ?? ''
  const isUpload = procedure?.meta.body
  return {
    method: procedure?.method as 'GET' | 'PATCH',
    url: query ? `${path}?${query}` : path,
    payload: isUpload ? 'Name,Part Number\nNut,N-1\n' : procedure?.method === 'GET' ? undefined : body,
    type: isUpload ? 'text/csv' : 'application/json',
  }
}

type Token = string | undefined

/** Sends the request. @param token a personal access token; undefined for a caller who is not signed in @param more headers */
export function ask(app: FastifyInstance, token: Token, name: string, records: Records, more: object = {}) {
  const { method, url, payload, type } = messageOf(name, records)
  const headers = {
    ...{ host: 'localhost:3000', origin: 'http://localhost:3000' },
    ...(method === 'PATCH' && { 'if-match': '*' }),
    ...(payload !== undefined && { 'content-type': type }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...more,
  }
  return app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
}
