import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findRunningPostgres } from '../platform/running-postgres.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The whole product as a process of its own on a data folder that survives it: what a crash is tried on. */
export async function startServerProcess(dataDir: string) {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'fatal',
      DEMO: '1',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://localhost:${port}`
  await untilReady(url, child)
  return { url, child, dataDir }
}

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

/** Waits until the server answers that it is ready. @throws when its process has ended */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The owner's connection to the PostgreSQL of a data folder. */
export async function ownerOf(dataDir: string): Promise<pg.Client> {
  const url = await findRunningPostgres(dataDir)
  if (!url) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A session of a demo person, as a bearer token. */
export async function sessionOf(owner: pg.Client, email: string) {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await owner.query<{ companyId: string }>(
    `with s as (insert into sessions (token_hash, user_id, kind, name, idle_seconds, idle_expires_at, expires_at)
       select $1, user_id, 'token', 'crash', 3600, now() + interval '1 hour', now() + interval '1 hour' from profiles where email = $2
       returning user_id)
     select company_id as "companyId" from user_roles join s using (user_id)`,
    [createHash('sha256').update(token).digest('hex'), email],
  )
  return { token, companyId: rows[0]?.companyId as string }
}

export async function killNow(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** Ends the postmaster and all its children at once, as a power cut would. */
export async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0])
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  for (const pid of [postmaster, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended between the reading and the killing.
    }
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
