import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDialog } from '../form/dialog.ts'
import { Copyable } from './copyable.tsx'
import classes from './shown-once.module.css'

type ShownOnceProps = {
  title: string
  secret: string
  /** 'token' */
  what: string
  /** What the secret is for. */
  children: ReactNode
  onClose: () => void
}

/** A secret that nobody can read again. Only a press on a button closes it. */
export function ShownOnce({ title, secret, what, children, onClose }: ShownOnceProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="34rem"
      closeOnClickOutside={false}
      {...useDialog()}
      closeOnEscape={false}
    >
      <div className={`stack gap-3-5 ${classes.content}`}>
        <p className={classes.warning}>Copy it now: it is shown only this once.</p>
        <div className={`bg-app font-mono text-sm break-words ${classes.secret}`}>
          <Copyable value={secret} what={what} />
        </div>
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </div>
    </Modal>
  )
}
