import type { Config } from '../platform/config/config.ts'
import { type Links, openLinks } from './links.ts'
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
