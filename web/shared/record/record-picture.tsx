import { thumbnailAddress } from 'contract/files/pictures.ts'
import { useCompanyId } from '../session/session.ts'
import classes from './record-picture.module.css'
import { SmallPicture } from './small-picture.tsx'

type PictureProps = { id: string | null | undefined; size: number }

/**
 * The first picture of a record, as a thumbnail.
 * @param size in pixels. Nothing when there is none; an empty place when it cannot be shown.
 */
export function RecordPicture({ id, size }: PictureProps) {
  const companyId = useCompanyId()
  if (!id) return null
  return (
    <SmallPicture
      key={id}
      className={`flex-none rounded-xs ${classes.picture}`}
      src={thumbnailAddress(companyId, id)}
      width={size}
      height={size}
    />
  )
}

/** The place of the picture in a row of a list. It stays empty if only other rows have one, so that names are aligned. */
export const PicturePlace = ({ id }: Pick<PictureProps, 'id'>) => (
  <span className={`flex-none ${classes.place}`}>
    <RecordPicture id={id} size={24} />
  </span>
)

/** A name in a table, after its picture. */
export const PicturedName = ({ id, name }: Pick<PictureProps, 'id'> & { name: string }) => (
  <span className="inline-row max-w-full gap-2 align-middle" title={name}>
    <PicturePlace id={id} />
    <span className="min-w-0 overflow-hidden text-ellipsis">{name}</span>
  </span>
)
