import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { fileTypeLabels } from 'contract/files/file-types.ts'
import { fileLimits } from 'contract/files/files.ts'
import { isTouchOnly } from '../shared/page/use-is-phone.ts'
import classes from './attachments.module.css'

export const megabytes = fileLimits.bytes / 2 ** 20

/** Says what can be dropped, with the button to choose files. @param isHeld only keeps its place free: the files are not known yet */
export function DropHint({ room, isHeld, onChoose }: { room: number; isHeld: boolean; onChoose?: () => void }) {
  return (
    <div
      className={`row flex-wrap gap-x-2 gap-y-1 mt-2 text-sm text-muted py-2-5 px-3 ${classes.more}`}
      data-held={isHeld || undefined}
    >
      <IconPaperclip size={16} stroke={1.6} aria-hidden />
      {!(room > 0 && isTouchOnly()) && (
        <p className="m-0">{room > 0 ? 'Drop files here, or' : 'No room for more files'}</p>
      )}
      <Button variant="default" size="compact-xs" disabled={room <= 0} onClick={onChoose}>
        Choose Files
      </Button>
      <p className="text-xs text-faint basis-full">
        {fileTypeLabels}; up to {megabytes} MB each
      </p>
    </div>
  )
}
