import { IconPaperclip } from '@tabler/icons-react'
import classes from './file-count.module.css'

/** The number of files of a record in a list; empty when it has none. */
export function FileCount({ count }: { count: number }) {
  if (count === 0) return null
  const words = count === 1 ? '1 file' : `${count} files`
  return (
    <span className={classes.count} role="img" aria-label={words} title={words}>
      <IconPaperclip size={14} stroke={1.6} aria-hidden />
      {count}
    </span>
  )
}
