import { z } from 'zod'
import { Clock } from './clock.ts'
import { type Actions, action, type Control, controlOf, controlRoutes } from './control.ts'
import type { Route, Voice } from './exchange.ts'
import { Faults, Misbehaviour } from './faults.ts'
import { listen } from './server.ts'

/** The options of every counterpart. */
export type StartOptions = {
  /** The same seed gives the same people, orders, sums and secrets. */
  seed?: number
  /** 0 takes a free port. */
  port?: number
  /** The time at which its clock begins; the real time by default. */
  now?: Date
}

export type Counterpart<Credentials, Of extends Actions> = {
  url: string
  /** The values that a person enters on the configuration screen. */
  credentials: Credentials
  control: Control<Of>
  close: () => Promise<void>
}

/** The things that the parts of a counterpart share. */
export type Room = { clock: Clock; seed: number; calls: Record<string, number>; faults: Faults }

export function roomOf({ seed = 1, now }: StartOptions): Room {
  return { clock: new Clock(now), seed, calls: {}, faults: new Faults() }
}

type Parts<Credentials, Of extends Actions> = {
  provider: string
  credentials: Credentials
  routes: Route[]
  voice: Voice
  actions: Of
  /** Ends what must end when the counterpart closes. */
  stop?: () => Promise<void> | void
}

/** Builds a counterpart and starts it, with the actions that all of them have. */
export async function start<Credentials, Of extends Actions>(
  room: Room,
  port: number | undefined,
  { provider, credentials, routes, voice, actions, stop }: Parts<Credentials, Of>,
): Promise<Counterpart<Credentials, Of & ReturnType<typeof commonActions>>> {
  const all = { ...commonActions(room), ...actions }
  const state = () => ({ provider, now: room.clock.iso(), credentials, calls: room.calls, faults: room.faults.counts })
  const house = { routes: [...controlRoutes(all, state), ...routes], voice, faults: room.faults, calls: room.calls }
  const playing = await listen(house, port)
  const close = async () => {
    await playing.close()
    await stop?.()
  }
  return { url: playing.url, credentials, control: controlOf(all), close }
}

function commonActions({ clock, faults, calls }: Room) {
  const forget = () => {
    for (const name of Object.keys(calls)) delete calls[name]
  }
  return {
    /** Moves the clock forward: tokens expire, buckets refill, second tries are made. */
    advance: action(z.object({ seconds: z.number().positive() }), ({ seconds }) => clock.advance(seconds)),
    misbehave: action(Misbehaviour, (plan) => faults.misbehave(plan)),
    behave: action(z.object({}), () => faults.behave()),
    /** How often each endpoint was called since the start or the last `forgetCalls`. */
    calls: action(z.object({}), () => ({ ...calls })),
    /** How often each fault was made. */
    faults: action(z.object({}), () => ({ ...faults.counts })),
    forgetCalls: action(z.object({}), forget),
  }
}
