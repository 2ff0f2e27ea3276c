import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copyable-number.module.css'

/** A number with a button to copy it. @param what 'part number' */
export function CopyableNumber({ number, what }: { number: string; what: string }) {
  return (
    <span className={classes.copyable}>
      {number}
      <CopyButton value={number}>
        {({ copied, copy }) => (
          <ActionIcon size="xs" aria-label={copied ? 'Copied' : `Copy ${what}`} title="Copy" onClick={copy}>
            {copied ? <IconCheck size={13} /> : <IconCopy size={13} />}
          </ActionIcon>
        )}
      </CopyButton>
    </span>
  )
}
