import {
  type Icon,
  IconBox,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react'
import { type FileType, fileTypes } from 'contract/files/file-types.ts'
import type { FileAttachment } from 'contract/files/files.ts'
import { thumbnailAddress } from 'contract/files/pictures.ts'
import { SmallPicture } from '../shared/record/small-picture.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import classes from './attached-file.module.css'
import { hasPreview } from './preview/file-preview.tsx'

const icons: Partial<Record<FileType, Icon>> = {
  'application/pdf': IconFileTypePdf,
  'text/csv': IconFileTypeCsv,
  'model/step': IconBox,
  'model/stl': IconBox,
  'image/vnd.dxf': IconBox,
  'video/mp4': IconVideo,
}

/** The picture, or an icon of the kind of file. A file with a preview opens on a click. */
export function Thumbnail({ file, onOpen }: { file: FileAttachment; onOpen: () => void }) {
  const Shape = iconOf(file.type as FileType)
  if (!hasPreview(file)) return <FileMark of={Shape} />
  return (
    <button
      type="button"
      className={`grid place-items-center flex-none overflow-hidden text-muted border rounded-sm p-0 ${classes.thumbnail}`}
      aria-label={`Show ${file.name}`}
      title="Show"
      onClick={onOpen}
    >
      {file.isImage ? <Picture file={file} /> : <Shape size={20} stroke={1.5} aria-hidden />}
    </button>
  )
}

function Picture({ file }: { file: FileAttachment }) {
  const companyId = useCompanyId()
  return (
    <SmallPicture
      src={thumbnailAddress(companyId, file.id)}
      instead={<IconPhoto size={20} stroke={1.5} aria-hidden />}
    />
  )
}

/** The icon of a kind of file. */
export const iconOf = (type: FileType | null): Icon =>
  (type && (fileTypes[type].isImage ? IconPhoto : icons[type])) ?? IconFileText

export function FileMark({ of: Shape }: { of: Icon }) {
  return (
    <span
      className={`grid place-items-center flex-none overflow-hidden text-muted border rounded-sm p-0 ${classes.thumbnail}`}
    >
      <Shape size={20} stroke={1.5} aria-hidden />
    </span>
  )
}
