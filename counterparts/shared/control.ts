import { z } from 'zod'
import { type Answer, jsonOf, type Request, type Route } from './exchange.ts'

/** Something that a test, or a person with curl, can make a counterpart do. */
export type Action = { input: z.ZodType; run: (input: never) => unknown }
export type Actions = Record<string, Action>

/** @param input the parameters of the action, as a Zod object */
export function action<Input extends z.ZodType, Output>(input: Input, run: (input: z.output<Input>) => Output) {
  return { input, run }
}

type Arguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** The same actions as functions, for tests in the same process. */
export type Control<Of extends Actions> = {
  [Name in keyof Of]: (...input: Arguments<z.input<Of[Name]['input']>>) => Promise<Awaited<ReturnType<Of[Name]['run']>>>
}

export function controlOf<Of extends Actions>(actions: Of): Control<Of> {
  const entries = Object.entries(actions).map(([name, { input, run }]) => {
    const call = async (given: unknown = {}) => run(input.parse(given) as never)
    return [name, call]
  })
  return Object.fromEntries(entries) as Control<Of>
}

/**
 * `GET /__control` returns the state, `POST /__control/:action` with a JSON body runs an action. The providers have no such routes, so they
 * have a path of their own.
 */
export function controlRoutes(actions: Actions, state: () => Record<string, unknown>): Route[] {
  const run = async (request: Request): Promise<Answer> => {
    const found = actions[request.params.action ?? '']
    if (!found) return { status: 404, body: { error: 'There is no such action', actions: Object.keys(actions) } }
    const input = found.input.safeParse(request.raw.length > 0 ? jsonOf(request) : {})
    if (!input.success) return { status: 400, body: { error: z.prettifyError(input.error) } }
    try {
      return { body: (await found.run(input.data as never)) ?? { ok: true } }
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : String(error) } }
    }
  }
  const tell = () => ({ body: { ...state(), actions: Object.keys(actions) } })
  return [
    { method: 'GET', path: '/__control', answer: tell },
    { method: 'POST', path: '/__control/:action', answer: run },
  ]
}
