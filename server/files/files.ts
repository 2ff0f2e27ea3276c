import type { Config } from '../platform/config/config.ts'
import { openBlobs } from './blobs.ts'
import { type Links, openLinks } from './links.ts'
import type { Blobs } from './storage.ts'

const opened = new WeakMap<Config, { blobs: Blobs; links: Links }>()

/** The storage and the signing key of a server; both are opened at first use. */
export function filesOf(config: Config): { blobs: Blobs; links: Links } {
  const known = opened.get(config)
  if (known) return known
  const made = { blobs: openBlobs(config), links: openLinks(config) }
  opened.set(config, made)
  return made
}
