/** The operations of a file storage: a folder (folder-blobs.ts) and a bucket (bucket-blobs.ts) implement them. */
import type { Incoming } from '../transfer/incoming.ts'

export type StoredBlob = { key: string; changedAt: Date }

/** Stores the bytes of files under keys like {company}/{uuid}. */
export type Blobs = {
  /** Its name in messages: 'the bucket files'. */
  place: string
  /** The folder for uploads that are not complete yet. */
  incoming: string
  /** Returns once the bytes would survive a power cut. */
  keep(key: string, file: Incoming): Promise<void>
  /** A file on this machine with these bytes, even when they are in quarantine. @throws {DamagedBlob} */
  fetch(key: string, sha256: string): Promise<{ path: string; release: () => Promise<void> }>
  /** Small bytes that can be made again, so they are not checked; null when there are none. */
  peek(key: string): Promise<Buffer | null>
  has(key: string): Promise<boolean>
  /** Deletes immediately and for good: only for bytes that no row ever named. */
  remove(key: string): Promise<void>
  /** Everything stored, except the quarantine. */
  list(): AsyncIterable<StoredBlob>
  /** Moves it into quarantine. Does nothing when it is already gone. */
  setAside(key: string): Promise<void>
  /** Moves it out of quarantine, with a new time. @returns whether it was there */
  bringBack(key: string): Promise<boolean>
  /** Everything in quarantine; `changedAt`: the time it was put there. */
  listAside(): AsyncIterable<StoredBlob>
  /** Deletes it from quarantine, for good. */
  forget(key: string): Promise<void>
  /** The marker that says whose files these are; null when there is none. @throws when the storage cannot be reached */
  readMarker(): Promise<string | null>
  /** @param isFirst does not replace a marker that was written meanwhile, where the storage can tell */
  writeMarker(text: string, isFirst: boolean): Promise<void>
}

/** The same, but `fetch` gives the path of bytes that nobody has checked. @throws ENOENT or NoSuchKey when the key does not exist */
export type RawBlobs = Omit<Blobs, 'fetch' | 'incoming'> & { fetch(key: string): Promise<string> }
