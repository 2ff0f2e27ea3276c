/** The parts of this feature that others may use. */
import { DamagedBlob } from './blobs.ts'
import { sendFile } from './download.ts'
import { enterLink, fileCountOf, proveLink } from './files.queries.ts'
import { filesOf } from './files.ts'
import { type Incoming, receive } from './incoming.ts'
import { StoredKey, type StoredKind, UnnamedKey } from './store.ts'
import { receiveFile, statedSize } from './upload.ts'

export {
  DamagedBlob,
  enterLink,
  fileCountOf,
  filesOf,
  type Incoming,
  proveLink,
  receive,
  receiveFile,
  StoredKey,
  type StoredKind,
  sendFile,
  statedSize,
  UnnamedKey,
}
