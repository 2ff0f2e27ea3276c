/** The parts of this feature that others may use. */
import { DamagedBlob } from './blobs.ts'
import { sendDownload } from './download.ts'
import { attachedTo, enterLink, fileCountOf, proveLink } from './files.queries.ts'
import { filesOf } from './files.ts'
import { type Incoming, receive } from './incoming.ts'
import { firstPictureOf, itemFiles, pictureAmong, picturesOf, withPictures } from './pictures.queries.ts'
import type { Blobs } from './storage.ts'
import { isStoreOf, readMark, StoredKey, type StoredKind, type StoreMark, UnnamedKey, writeMark } from './store.ts'
import { describe, receiveFile, receiveUpload, statedSize } from './upload.ts'

export {
  attachedTo,
  type Blobs,
  DamagedBlob,
  describe,
  enterLink,
  fileCountOf,
  filesOf,
  firstPictureOf,
  type Incoming,
  isStoreOf,
  itemFiles,
  pictureAmong,
  picturesOf,
  proveLink,
  readMark,
  receive,
  receiveFile,
  receiveUpload,
  StoredKey,
  type StoredKind,
  type StoreMark,
  sendDownload,
  statedSize,
  UnnamedKey,
  withPictures,
  writeMark,
}
