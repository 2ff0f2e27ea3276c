import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const nobody = 65_534

/**
 * Starts PgBouncer in transaction mode before a PostgreSQL on a socket, set up as docs/operations.md says.
 * @param command the program, and arguments before its own
 */
export async function startPooler(command: string, databaseUrl: string) {
  const url = new URL(databaseUrl.replace('@/', '@localhost/'))
  const port = await freePort()
  const home = mkdtempSync(join(tmpdir(), 'sbr-pooler-'))
  const [program = '', ...before] = command.split(' ')
  const file = join(home, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${url.searchParams.get('host')} port=5432 auth_user=${url.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
max_prepared_statements = 200
server_login_retry = 1
server_connect_timeout = 3
auth_type = scram-sha-256
auth_query = select rolname, rolpassword from pg_authid where rolname = $1
`,
  )
  const isRoot = process.getuid?.() === 0 // PgBouncer refuses to run as root
  if (isRoot) chownSync(home, nobody, nobody)
  const child = spawn(program, [...before, '--quiet', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start')
    await pause(50)
  }
  return {
    address: `127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGQUIT') // at SIGTERM newer ones wait until the last client has gone
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(home, { recursive: true })
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
