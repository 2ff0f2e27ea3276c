import type { InferContractRouterOutputs } from '@orpc/contract'
import { previewHeader } from 'contract/activity/preview-header.ts'
import { contract } from 'contract/index.ts'
import { anyChange, changedHeader } from 'contract/live.ts'
import type { z } from 'zod'
import { sampleOf } from './samples.ts'
import { Sending } from './sending.ts'

type Contract = typeof contract
type Outputs = InferContractRouterOutputs<typeof contract>

/** What a handler of the server gets: the input as its schema has read it. */
type Input<Procedure> = Procedure extends { '~orpc': { inputSchema?: infer Schema } }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : unknown
  : never

type Headed = { version: string | null; isPreview: boolean }

/** What a procedure answers: its types are those of the contract. `version` is that of If-Match; `isPreview`: X-Preview asks for it. */
type Answer<Input, Output> = (input: Input, sent: Headed) => Output | Response | Promise<Output>

/** The answers of some procedures. All others answer an empty list, or the smallest record; a change that is not here is refused. */
export type Answers = {
  [Noun in keyof Outputs]?: {
    [Name in keyof Outputs[Noun]]?: Answer<
      Name extends keyof Contract[Noun] ? Input<Contract[Noun][Name]> : never,
      Outputs[Noun][Name]
    >
  }
}

type Procedure = {
  name: string
  method: string
  path: RegExp
  status: number
  input: z.ZodType | undefined
  output: z.ZodType | undefined
}

type Declared = {
  '~orpc': {
    route: { method: string; path: string; successStatus?: number }
    inputSchema?: z.ZodType
    outputSchema?: z.ZodType
  }
}

/** As at the server, 'integrations/logs' is no 'integrations/{name}': paths with fewer names come first. */
const procedures = proceduresOf(contract).toSorted((one, other) => namesIn(one) - namesIn(other))

function namesIn({ path }: Procedure): number {
  return path.source.split('(?<').length
}

function proceduresOf(router: object, names: string[] = []): Procedure[] {
  if (!('~orpc' in router))
    return Object.entries(router).flatMap(([name, inner]) => proceduresOf(inner, [...names, name]))
  const { route, inputSchema, outputSchema } = (router as Declared)['~orpc']
  const path = new RegExp(`^/api${route.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const { method, successStatus: status = 200 } = route
  return [{ name: names.join('.'), method, path, status, input: inputSchema, output: outputSchema }]
}

/** A refusal as the server sends it. */
export const refusal = (status: number, code: string, message: string, data?: unknown) =>
  new Refusal(message, { cause: { status, code, message, data } })

class Refusal extends Error {
  declare cause: { status: number; code: string; message: string; data: unknown }
}

/** What a server says that failed. */
export const wentWrong = 'Something went wrong on our side'

/** The answer of a server that failed. */
export const fail = (): never => {
  throw refusal(500, 'INTERNAL', wentWrong)
}

/** The answer of a server that failed and says nothing about it: the screen shows its own sentence. */
export const failSilently = (): never => {
  throw refusal(500, 'INTERNAL', '')
}

/** A request that nobody answers. */
export const unreachable = (): never => {
  throw new Lost()
}

class Lost extends Error {}

/** The stub of the server: `calls` are the names of the procedures that the screen has asked. */
export type Server = { answers: Answers; calls: string[] }

/** Answers the requests of the screens in place of a server. */
export function answerWith(answers: Answers): Server {
  window.XMLHttpRequest = Sending as unknown as typeof XMLHttpRequest
  const server: Server = { answers, calls: [] }
  window.fetch = async (request, init) => {
    const sent = new Request(request, init)
    const { pathname, searchParams } = new URL(sent.url)
    if (!pathname.startsWith('/api/')) return realFetch(sent)
    const procedure = procedures.find(({ method, path }) => method === sent.method && path.test(pathname))
    if (!procedure) return replyOf(refusal(404, 'NOT_FOUND', `${sent.method} ${pathname} is not in the contract`))
    server.calls.push(procedure.name)
    const isJson = sent.headers.get('content-type')?.includes('json') ?? false
    const body = isJson ? await sent.json() : Object.fromEntries(searchParams)
    const input = { ...body, ...procedure.path.exec(pathname)?.groups }
    const headed = { version: sent.headers.get('if-match'), isPreview: sent.headers.has(previewHeader) }
    return answerOf(server.answers, procedure, input, headed).catch(replyOf)
  }
  return server
}

const realFetch = window.fetch.bind(window)

async function answerOf(answers: Answers, procedure: Procedure, sent: object, headed: Headed) {
  const [noun = '', name = ''] = procedure.name.split('.')
  const own = (answers as Record<string, Record<string, Answer<unknown, unknown>> | undefined>)[noun]?.[name]
  const input = procedure.input ? procedure.input.parse(sent) : sent
  const value = own ? await own(input, headed) : usual(procedure)
  if (value instanceof Response) return value
  // Whatever is on the screen may show the change.
  const headers: Record<string, string> =
    procedure.method === 'GET' || headed.isPreview ? {} : { [changedHeader]: anyChange }
  if (procedure.status === 204 || !procedure.output) return new Response(null, { status: 204, headers })
  return Response.json(procedure.output.parse(value), { status: procedure.status, headers })
}

function usual({ name, method, output }: Procedure): unknown {
  if (method !== 'GET') throw new Error(`No test says what ${name} answers`)
  return output && sampleOf(output)
}

/** An error that the test did not mean stands in its output, too. */
function replyOf(error: unknown): Response {
  if (error instanceof Lost) throw new TypeError('Failed to fetch')
  // biome-ignore lint/suspicious/noConsole: the screen shows only that something failed
  if (!(error instanceof Refusal)) console.error(error)
  const { cause } = error instanceof Refusal ? error : refusal(500, 'INTERNAL', String(error))
  return Response.json({ defined: false, ...cause }, { status: cause.status })
}
