import { Button, Group, Modal } from '@mantine/core'
import { useDialog } from '../shared/form/dialog.ts'
import { Copyable } from '../shared/record/copyable.tsx'
import classes from './webhooks.module.css'

/** The secret of a webhook, which nobody can read again. */
export function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="The secret of the webhook"
      size="34rem"
      closeOnClickOutside={false}
      {...useDialog()}
      closeOnEscape={false}
    >
      <div className={classes.inputs}>
        <p className={classes.warning}>Copy it now: it is shown only this once.</p>
        <div className={classes.secret}>
          <Copyable value={secret} what="secret" />
        </div>
        <p className={classes.kinds}>The receiver checks the signature of each event with it.</p>
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </div>
    </Modal>
  )
}
