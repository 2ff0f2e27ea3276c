import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileLink, fileLimits } from 'contract/files/files.ts'
import type { Config } from '../platform/config.ts'

type Key = { id: string; secret: Buffer }
type Signed = Omit<FileLink, 'kid' | 'signature'>

export type Links = ReturnType<typeof openLinks>

/** Signs links to files and checks them. The key is for nothing else (security.md 5.3). */
export function openLinks({ dataDir, keyring }: Pick<Config, 'dataDir' | 'keyring'>) {
  let known: Promise<Key[]> | undefined
  const keys = () => {
    known ??= keyring.length > 0 ? Promise.resolve(keyring.map(derive)) : ownKey(dataDir).then((key) => [key])
    known.catch(() => {
      known = undefined
    })
    return known
  }
  return {
    /** @param host where the link leads; it is good for nothing elsewhere */
    async sign(host: string, fileId: string, link: Signed): Promise<string> {
      const [key] = await keys()
      if (!key) throw new Error('There is no key to sign with')
      const signed = { ...link, kid: key.id, signature: signatureOf(key, host, fileId, link) }
      return `/api/files/${fileId}/content?${new URLSearchParams(signed)}`
    },

    async isValid(host: string, fileId: string, { kid, signature, ...link }: FileLink): Promise<boolean> {
      const key = (await keys()).find(({ id }) => id === kid)
      if (!key) return false
      const expected = Buffer.from(signatureOf(key, host, fileId, link))
      const sent = Buffer.from(signature)
      if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return false
      const left = Number(link.expires) - Date.now() / 1_000
      return left > 0 && left <= fileLimits.linkSeconds + 60 // the clocks of two servers differ a little
    },
  }
}

function signatureOf({ id, secret }: Key, host: string, fileId: string, link: Signed) {
  const { company, user, disposition, expires, proof } = link
  return createHmac('sha256', secret)
    .update(JSON.stringify(['file', id, host, fileId, company, user, disposition, expires, proof]))
    .digest('base64url')
}

const derive = ({ id, secret }: Key): Key => ({
  id,
  secret: Buffer.from(hkdfSync('sha256', secret, '', 'sbr-operations: links to files', 32)),
})

/** The key of a server without KEYRING: made once, in the data folder, readable by its account alone. */
async function ownKey(dataDir: string): Promise<Key> {
  const path = join(dataDir, 'file-links.key')
  const draft = `${path}.${process.pid}`
  const stored = async () => Buffer.from((await readFile(path, 'utf8')).trim(), 'base64')
  const secret = await stored().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await mkdir(dataDir, { recursive: true })
    await rm(draft, { force: true })
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(randomBytes(32).toString('base64'))
    await file.sync()
    await file.close()
    // Linked into place: two servers that start at once end with the same key, and none sees half of one.
    await link(draft, path).catch((taken: NodeJS.ErrnoException) => {
      if (taken.code !== 'EEXIST') throw taken
    })
    await rm(draft, { force: true })
    return stored()
  })
  if (secret.length !== 32) throw new Error(`${path} is damaged: remove it, and links to files made so far end`)
  return { id: 'own', secret }
}
