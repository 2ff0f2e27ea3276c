import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, openCluster, run } from '../server/platform/postgres/postgres-cluster.ts'
import { ended, processesIn, signal } from '../server/platform/postgres/processes.ts'
import { freePort } from './free-port.ts'

/**
 * A primary, its synchronous replica, and one address that leads to the primary, as a virtual address or HAProxy of a firm does. `lose`: the
 * primary ends at once, or freezes with open connections as a machine does that loses its network. `promote`: what the watcher of a firm does: the
 * address leads to the replica, which becomes the primary. `renew`: the new primary gets a replica.
 */
export type Pair = {
  url: string
  lose(how: 'killed' | 'frozen'): void
  promote(): Promise<void>
  renew(): Promise<void>
  stop(): Promise<void>
}
type Node = { cluster: Cluster; client: pg.Client; port: number }

/** Nobody else knows it: the nodes listen on loopback. */
const password = randomBytes(16).toString('hex')
const doors = [
  'local all all trust',
  'host sbr all 127.0.0.1/32 scram-sha-256',
  'host replication replicator 127.0.0.1/32 scram-sha-256',
]

/** All is durable, as in the embedded PostgreSQL; `wal_keep_size`: a new replica finds what was written while it was copied. */
const settings = [
  ...['listen_addresses=127.0.0.1', 'max_connections=200', 'shared_buffers=256MB', 'wal_keep_size=1GB'],
  ...['timezone=UTC', 'log_min_error_statement=panic', 'unix_socket_directories=../socket'],
]

export async function openPair(folder: string): Promise<Pair> {
  let made = 0
  const home = () => join(folder, `node-${++made}`)
  let primary = await openPrimary(home())
  const address = await openAddress(primary.port)
  let lost: Node | undefined
  let replica: Node | undefined = await addReplica(primary, home())

  return {
    url: `postgres://sbr_owner:${password}@127.0.0.1:${address.port}/sbr`,
    lose(how) {
      for (const pid of processesIn(primary.cluster.folder, 'postgres'))
        signal(pid, how === 'killed' ? 'SIGKILL' : 'SIGSTOP')
      lost = primary
    },
    async promote() {
      if (!replica) throw new Error('There is no replica')
      address.leadTo(replica.port)
      await replica.client.query('select pg_promote(true, 60)')
      primary = replica
      replica = undefined
    },
    async renew() {
      await end(lost)
      replica = await addReplica(primary, home())
    },
    async stop() {
      for (const node of [lost, primary, replica]) await end(node)
      address.close()
    },
  }
}

async function openPrimary(home: string): Promise<Node> {
  const cluster = await openCluster(home, true)
  writeFileSync(join(cluster.folder, 'pg_hba.conf'), doors.join('\n'))
  const node = await start(cluster)
  await node.client.query(`create role sbr_owner login createrole password '${password}'`)
  await node.client.query(`create role replicator login replication password '${password}'`)
  await node.client.query('create database sbr owner sbr_owner')
  return node
}

/** A copy of a running primary, which follows it; from then on no write is acknowledged that the replica does not have on its disk. */
async function addReplica(primary: Node, home: string): Promise<Node> {
  const { client, cluster } = primary
  const copy = await openCluster(home, false)
  await client.query(`select pg_backup_start('replica', true)`)
  rmSync(copy.folder, { recursive: true })
  copyFolder(cluster.folder, copy.folder)
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy.folder, name), { force: true })
  writeFileSync(join(copy.folder, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(copy.folder, 'standby.signal'), '')
  const from = `host=127.0.0.1 port=${primary.port} user=replicator password=${password} application_name=replica`
  appendFileSync(join(copy.folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  execFileSync('chown', ['-R', '--reference', cluster.folder, copy.folder])
  const node = await start(copy)
  await client.query(`alter system set synchronous_standby_names = 'replica'`)
  await client.query('select pg_reload_conf()')
  await patiently(async () => {
    const found = await client.query(`select from pg_stat_replication where sync_state = 'sync'`)
    if (!found.rowCount) throw new Error('The replica does not follow the primary')
  })
  return node
}

async function start(cluster: Cluster): Promise<Node> {
  const port = await freePort()
  const log = openSync(cluster.logFile, 'a')
  const flags = [...settings, `port=${port}`].flatMap((each) => ['-c', each])
  run(cluster, 'postgres', cluster.folder, flags, log)
  closeSync(log)
  return { cluster, port, client: await patiently(() => connectTo(cluster, port)) }
}

async function end(node: Node | undefined) {
  if (!node) return
  const pids = processesIn(node.cluster.folder, 'postgres')
  for (const pid of pids) signal(pid, 'SIGKILL')
  await ended(pids, 10_000)
}

async function connectTo({ socketFolder }: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({ host: socketFolder, port, user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Files that PostgreSQL removes meanwhile may be missing in the copy: the log that is read again knows of it. */
function copyFolder(from: string, to: string) {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const lines = String((error as { stderr: Buffer }).stderr).trim()
    if (!lines.split('\n').every((line) => line.endsWith('No such file or directory'))) throw error
  }
}

/** The address that the servers know: it passes on bytes, and knows nothing of PostgreSQL. */
async function openAddress(first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = dial(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port: number) {
      target = port
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 600) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
