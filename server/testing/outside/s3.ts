import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { S3Client } from '@aws-sdk/client-s3'

export const bucket = 'files'

/** A new bucket on this machine. `fail` makes the next requests answer 503 before they reach it. */
export async function startS3() {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-s3-'))
  const server = new S3rver({
    port: 0,
    directory: folder,
    silent: true,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port: behind } = await server.run()
  let failures: string[] = []
  let closed: Promise<void> | undefined
  const door = createServer((incoming, outgoing) => {
    if (failures[0] !== incoming.method) return passOn(incoming, outgoing, behind)
    failures.shift()
    incoming.resume().once('end', () => outgoing.writeHead(503, { 'content-type': 'application/xml' }).end(slowDown))
  })
  await new Promise<void>((ready) => door.listen(0, '127.0.0.1', ready))
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${behind}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
  })
  return {
    client,
    env: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    /** Answers 503 to the next requests with these methods, one after the other. */
    fail: (...methods: string[]) => {
      failures = methods
    },
    /** The failures that no request has used up. */
    failuresLeft: () => failures,
    /** May be called when it is already closed. */
    close: () => {
      closed ??= close()
      return closed
    },
  }

  async function close() {
    client.destroy()
    door.closeAllConnections()
    await new Promise((done) => door.close(done))
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const slowDown =
  '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate</Message></Error>'

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, port: number) {
  const { method, url, headers } = incoming
  const onwards = request({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onwards.on('error', () => outgoing.destroy())
  incoming.pipe(onwards)
}
