import { type FileLink, fileLimits } from 'contract/files/files.ts'
import type { Config } from '../platform/config/config.ts'
import { openSigner } from '../platform/secrets/signing-keys.ts'
import { openThumbnails } from './pictures/thumbnails.ts'
import { openBlobs } from './storage/blobs.ts'
import type { Blobs } from './storage/storage.ts'

type Files = { blobs: Blobs; links: Links; thumbnailOf: ReturnType<typeof openThumbnails> }

const opened = new WeakMap<Config, Files>()

/** The storage, the signing key and the thumbnails of a server; opened at first use. */
export function filesOf(config: Config): Files {
  const known = opened.get(config)
  if (known) return known
  const blobs = openBlobs(config)
  const made = { blobs, links: openLinks(config), thumbnailOf: openThumbnails(blobs) }
  opened.set(config, made)
  return made
}

type Signed = Omit<FileLink, 'kid' | 'signature'>

type Links = ReturnType<typeof openLinks>

/** Signs links to files and checks them. The key has no other use (security.md 5.3). */
export function openLinks(config: Pick<Config, 'dataDir' | 'keyring'>) {
  const signer = openSigner(config, 'links to files')
  return {
    /** @param host the host of the link; the link is not valid on another host */
    async sign(host: string, fileId: string, link: Signed): Promise<string> {
      const signed = { ...link, ...(await signer.sign(partsOf(host, fileId, link))) }
      return `/api/files/${fileId}/content?${new URLSearchParams(signed)}`
    },

    async isValid(host: string, fileId: string, { kid, signature, ...link }: FileLink): Promise<boolean> {
      if (!(await signer.isValid(partsOf(host, fileId, link), { kid, signature }))) return false
      const left = Number(link.expires) - Date.now() / 1_000
      return left > 0 && left <= fileLimits.linkSeconds + 60 // the clocks of two servers differ a little
    },
  }
}

const partsOf = (host: string, fileId: string, { company, user, disposition, expires, proof }: Signed) => [
  ...['file', host, fileId],
  ...[company, user, disposition, expires, proof],
]
