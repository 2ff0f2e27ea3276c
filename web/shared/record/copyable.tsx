import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../feedback/icon-button.tsx'
import { failure } from '../feedback/toasts.ts'
import classes from './copyable.module.css'

type CopyableProps = {
  value: string
  /** The name of the value, lower case: 'part number'. */
  what: string
  /** Shown instead of the value itself. */
  children?: ReactNode
  /** Shows the button only on hover or focus; for lists. */
  isQuiet?: boolean
  tabIndex?: number | undefined
}

const shownMs = 1_500

/** A value with a button that copies it. */
export function Copyable({ value, what, children = value, isQuiet = false, tabIndex }: CopyableProps) {
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), shownMs)
    } catch {
      failure(`Failed to copy ${what}`, 'The browser does not allow it here.')
    }
  }
  return (
    <span
      className={`inline-row gap-1 max-w-full ${classes.copyable}`}
      data-quiet={isQuiet || undefined}
      data-copied={isCopied || undefined}
    >
      <span className={`code min-w-0 text-ellipsis ${classes.value}`}>{children}</span>
      <IconButton
        className={classes.button}
        data-small
        label={isCopied ? 'Copied' : `Copy ${what}`}
        title={isCopied ? 'Copied' : 'Copy'}
        tabIndex={tabIndex}
        onClick={() => void copy()}
      >
        {isCopied ? <IconCheck size={13} /> : <IconCopy size={13} />}
      </IconButton>
    </span>
  )
}
