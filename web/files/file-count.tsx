import { IconPaperclip } from '@tabler/icons-react'

/** The number of files of a record in a list; empty when it has none. */
export function FileCount({ count }: { count: number }) {
  if (count === 0) return null
  const words = count === 1 ? '1 file' : `${count} files`
  return (
    <span
      className="inline-row flex-none gap-0-5 text-xs text-muted tabular-nums"
      role="img"
      aria-label={words}
      title={words}
    >
      <IconPaperclip size={14} stroke={1.6} aria-hidden />
      {count}
    </span>
  )
}
