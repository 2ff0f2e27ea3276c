import type pg from 'pg'
import { type Config, readConfig } from '../../config/config.ts'
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts'
import { findRunningPostgres } from '../../postgres/running-postgres.ts'
import { withClient } from '../connections/with-client.ts'
import { inFolder } from './database-fit.ts'
import { MissingRightsError } from './database-roles.ts'

/**
 * For commands: runs `work` with the owner's connection to the running server's database. When the database is stopped, starts it
 * for that time.
 */
export async function withOwner<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const tryWork = async (at: string) =>
    work(at).catch((error) => {
      throw inFolder(error, config.databaseUrl ? undefined : config.dataDir)
    })
  const url = config.databaseUrl ?? findRunningPostgres(config.dataDir)
  if (url) return tryWork(url)
  return withOwnPostgres(config, tryWork)
}

/**
 * withOwner for a command that must not run beside a server.
 * @throws {Error} one line, when a server uses the data folder
 */
export async function withOwnerAlone<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  return config.databaseUrl ? work(config.databaseUrl) : withOwnPostgres(config, work)
}

async function withOwnPostgres<T>(config: Config, work: (url: string) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    return await work(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Runs `work` on a connection of its own, as the role that owns all tables. @param url of the owner of the database */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('set role app_owner')
    return await work(client)
  })
}

/** The text of an error for a terminal: its first line; for missing rights, also all the SQL to run. */
export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return error instanceof MissingRightsError ? message : (message.split('\n')[0] ?? '')
}

/**
 * Runs a command of the terminal with its configuration and arguments. A failure is one line, and the exit code 1.
 * @param failed what the line begins with
 */
export async function runCommand(
  work: (config: Config, args: string[]) => Promise<void>,
  failed: (error: unknown) => string = () => '',
): Promise<void> {
  try {
    await work(readConfig(), process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${failed(error)}${commandFailure(error)}\n`)
    process.exitCode = 1
  }
}

/** The text of an error of a command; it also says when the command could not reach the database at all. */
export function commandFailure(error: unknown): string {
  // pg reports a refused connection as an AggregateError without a message of its own.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const isConnecting = (first as { syscall?: string }).syscall === 'connect'
  return `${isConnecting ? 'The database does not answer: ' : ''}${oneLine(first)}`
}
