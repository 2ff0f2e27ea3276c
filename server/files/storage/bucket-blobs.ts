import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../platform/config/config.ts'
import type { RawBlobs, StoredBlob } from './storage.ts'

type Settings = NonNullable<Config['s3']>

const aside = 'quarantine/'
const marker = 'installation.json'
/** An upload holds two parts in memory, whatever its size; a failed part is sent again from memory. */
const partBytes = 5 * 2 ** 20

/** Bytes in an S3-compatible bucket. The SDK retries temporary failures, up to four attempts in all. */
export function bucketBlobs(settings: Settings, incoming: string): RawBlobs {
  const open = opener(settings)
  const Bucket = settings.bucket
  const copy = async (from: string, to: string) => {
    const { client, CopyObjectCommand, DeleteObjectCommand } = await open()
    const CopySource = [Bucket, ...from.split('/')].map(encodeURIComponent).join('/')
    await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }))
    await client.send(new DeleteObjectCommand({ Bucket, Key: from }))
  }
  const remove = async (Key: string) => {
    const { client, DeleteObjectCommand } = await open()
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
  }
  const has = async (Key: string) => {
    const { client, HeadObjectCommand } = await open()
    return client.send(new HeadObjectCommand({ Bucket, Key })).then(() => true, whenMissing(false))
  }
  const get = async (Key: string) => {
    const { client, GetObjectCommand } = await open()
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
    if (!Body) throw new Error(`The storage sent nothing for ${Key}`)
    return Body
  }
  async function* list(Prefix?: string): AsyncGenerator<StoredBlob> {
    const { client, paginateListObjectsV2 } = await open()
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, ...(Prefix && { Prefix }) })) {
      for (const { Key, LastModified } of Contents)
        if (Key && LastModified) yield { key: Key.slice(Prefix?.length ?? 0), changedAt: LastModified }
    }
  }

  return {
    place: `the bucket ${Bucket}`,

    async keep(Key, { path, sample: { size }, sha256 }) {
      const { client, Upload } = await open()
      // The hash of the whole file goes with a single part; when there are several, each carries its own hash.
      const check = size < partBytes ? { ChecksumSHA256: base64(sha256) } : { ChecksumAlgorithm: 'SHA256' as const }
      const params = { Bucket, Key, Body: createReadStream(path), ContentLength: size, ...check }
      await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done()
    },

    /** Fetches the whole file before passing on a byte: only then is it certain that the bytes are unchanged. */
    async fetch(key) {
      const path = join(incoming, randomUUID())
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        await pipeline((await get(key)) as Readable, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return path
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    peek: (key) => get(key).then(async (body) => Buffer.from(await body.transformToByteArray()), whenMissing(null)),
    has,
    remove,
    async *list() {
      for await (const found of list()) if (!found.key.startsWith(aside)) yield found
    },

    setAside: (key) => copy(key, `${aside}${key}`).catch(whenMissing(undefined)),
    async bringBack(key) {
      if (await has(key)) return true
      return copy(`${aside}${key}`, key).then(() => true, whenMissing(false))
    },
    listAside: () => list(aside),
    forget: (key) => remove(`${aside}${key}`),

    readMarker: () => get(marker).then((body) => body.transformToString(), whenMissing(null)),
    async writeMarker(Body, isFirst) {
      const { client, PutObjectCommand } = await open()
      const put = { Bucket, Key: marker, Body, ContentType: 'application/json' }
      await client.send(new PutObjectCommand({ ...put, ...(isFirst && { IfNoneMatch: '*' }) })).catch((error) => {
        if (!isFirst || !['PreconditionFailed', 'ConditionalRequestConflict'].includes(error.name)) throw error
      })
    },
  }
}

/** Loaded only when needed: most servers keep files on their own disk. */
function opener(settings: Settings) {
  let opened: ReturnType<typeof openClient> | undefined
  return () => {
    opened ??= openClient(settings)
    return opened
  }
}

async function openClient({ endpoint, region, accessKeyId, secretAccessKey }: Settings) {
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = new sdk.S3Client({
    region,
    // Most providers other than Amazon support neither bucket host names nor its newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      socketTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
  })
  return { ...sdk, client, Upload }
}

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

const whenMissing =
  <T>(answer: T) =>
  (error: Error): T => {
    if (['NoSuchKey', 'NotFound'].includes(error.name)) return answer
    throw error
  }
