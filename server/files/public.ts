/** The parts of this feature that others may use. */

import { attachedTo, enterLink, fileCountOf, proveLink } from './files.queries.ts'
import { filesOf } from './files.ts'
import { firstPictureOf, itemFiles, pictureAmong, picturesOf, withPictures } from './pictures/pictures.queries.ts'
import { DamagedBlob } from './storage/blobs.ts'
import { openedFile, sealFile } from './storage/sealed-file.ts'
import type { Blobs } from './storage/storage.ts'
import {
  isStoreOf,
  readMark,
  StoredKey,
  type StoredKind,
  type StoreMark,
  UnnamedKey,
  writeMark,
} from './storage/store.ts'
import { sendDownload } from './transfer/download.ts'
import { type Incoming, receive } from './transfer/incoming.ts'
import { describe, receiveFile, receiveUpload, statedSize } from './transfer/upload.ts'

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
  openedFile,
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
  sealFile,
  sendDownload,
  statedSize,
  UnnamedKey,
  withPictures,
  writeMark,
}
