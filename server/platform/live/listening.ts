import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

/** `onUp`: notices arrive from now on. `onDown`: they may be lost until the next `onUp`. */
export type NotificationHandler = {
  onNotice(channel: string, text: string): void
  onUp(): void
  onDown(): void
}

export type Listening = {
  /** Connects at the first call: a server without open screens needs no connection for this. */
  start(): void
  close(): Promise<void>
}

const checkMs = 15_000
const patienceMs = 5_000
const pausesMs = [0, 500, 1_000, 2_000, 5_000]

/**
 * The one connection on which this server hears the NOTIFY of others. It reconnects by itself, and notices when PostgreSQL is silent.
 * @param url a connection to PostgreSQL itself: a pooler would not pass on later messages
 */
export function openListening(
  url: string,
  channels: string[],
  hearing: NotificationHandler,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Listening {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let state: 'idle' | 'on' | 'closed' = 'idle'

  const lose = (lost: pg.Client, error?: Error) => {
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    hearing.onDown()
    lost.end().catch(() => undefined)
    if (state === 'closed') return
    log.warn({ err: error }, 'changes of others are not heard; connecting again')
    timer = setTimeout(connect, pausesMs[Math.min(failures++, pausesMs.length - 1)])
  }

  const connect = async () => {
    const next = new pg.Client({
      ...{ connectionString: url, application_name: 'sbr-live', keepAlive: true },
      ...{ connectionTimeoutMillis: patienceMs, query_timeout: patienceMs },
    })
    client = next
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next))
    next.on('notification', ({ channel, payload }) => hearing.onNotice(channel, payload ?? ''))
    try {
      await next.connect()
      await next.query(channels.map((channel) => `listen ${channel}`).join(';'))
      failures = 0
      hearing.onUp()
      look(next)
    } catch (error) {
      lose(next, error as Error)
    }
  }

  const look = (current: pg.Client) => {
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => client === current && look(current),
        (error) => lose(current, error),
      )
    }, checkMs)
  }

  return {
    start() {
      if (state !== 'idle') return
      state = 'on'
      void connect()
    },
    async close() {
      state = 'closed'
      clearTimeout(timer)
      const last = client
      client = undefined
      await last?.end().catch(() => undefined)
    },
  }
}
