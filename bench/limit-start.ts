/** The least that a start takes: Node, PostgreSQL on a data folder, and a socket. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'

const postgres = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR ?? '' })
const server = createServer().listen(0, '127.0.0.1', () => {
  console.log(`The limit is ready: http://localhost:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => {
  server.close()
  void postgres.stop()
})
