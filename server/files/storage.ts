/** What a storage of files can do: implemented by a folder (folder-blobs.ts) and by a bucket (bucket-blobs.ts). */
import type { Incoming } from './incoming.ts'

export type Listed = { key: string; changedAt: Date }

/** Where the bytes of files are kept, under keys like {company}/{uuid}. */
export type Blobs = {
  /** What it is called in messages: 'the bucket files'. */
  place: string
  /** Where uploads are written until they are whole. */
  incoming: string
  /** Returns when the bytes would survive a power cut. */
  keep(key: string, file: Incoming): Promise<void>
  /** A file on this machine with these bytes; fetched out of quarantine when they lie there. @throws {DamagedBlob} */
  fetch(key: string, sha256: string): Promise<{ path: string; release: () => Promise<void> }>
  has(key: string): Promise<boolean>
  /** At once and for good: for what was never named. */
  remove(key: string): Promise<void>
  /** All that is there, but for the quarantine. */
  list(): AsyncIterable<Listed>
  /** Into quarantine. Nothing happens when it is gone already. */
  setAside(key: string): Promise<void>
  /** Out of quarantine, with a new time. @returns whether it was there */
  bringBack(key: string): Promise<boolean>
  /** What lies in quarantine; `changedAt`: since when. */
  listAside(): AsyncIterable<Listed>
  /** Removes it from quarantine, for good. */
  forget(key: string): Promise<void>
  /** What says whose files these are; null when nothing does. @throws when the storage cannot be reached */
  readMarker(): Promise<string | null>
  /** @param isFirst leaves one alone that was written meanwhile, where the storage can tell */
  writeMarker(text: string, isFirst: boolean): Promise<void>
}

/** The same, but it gives the path of what it holds unchecked. @throws ENOENT or NoSuchKey when it is not there */
export type RawBlobs = Omit<Blobs, 'fetch' | 'incoming'> & { fetch(key: string): Promise<string> }
