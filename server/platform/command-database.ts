import type { Config } from './config.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findRunningPostgres } from './running-postgres.ts'

/** For commands: the running server's database, or a stopped one that is started for the moment. @param work gets its owner's connection */
export async function withDatabase<T>(config: Config, work: (adminUrl: string) => Promise<T>): Promise<T> {
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir)
  if (url) return work(url)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** A failure of a command in one line. */
export function sentenceOf(error: unknown): string {
  // pg reports a refused connection as an AggregateError without a message of its own.
  const first = (error instanceof AggregateError ? error.errors[0] : error) as Error & { syscall?: string }
  return `${first.syscall === 'connect' ? 'The database does not answer: ' : ''}${first.message.split('\n')[0]}`
}
