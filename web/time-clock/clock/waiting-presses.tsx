import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { at } from '../../shared/page/at.ts'
import { timeIn } from '../company-time.ts'
import classes from '../time-clock.module.css'
import type { Press, PressKind } from './presses.ts'

const labels: Record<PressKind, string> = {
  in: 'Clock In',
  out: 'Clock Out',
  breakStart: 'Start Break',
  breakEnd: 'End Break',
}

type Props = { presses: Press[]; timeZone: string; onDismiss: (id: string) => void }

/** The presses that the server does not have yet, and those that it refused. */
export function WaitingPresses({ presses, timeZone, onDismiss }: Props) {
  if (presses.length === 0) return null
  return (
    <div className={`basis-full text-sm ${classes.waiting}`} role="status">
      <ul aria-label="Presses that wait">
        {presses.map(({ id, kind, at: pressedAt, refusal }) => (
          <li key={id} data-refused={refusal !== null || undefined}>
            <IconCloudOff size={16} aria-hidden />
            <span>
              {labels[kind]}, {timeIn(timeZone, new Date(pressedAt).toISOString())}:{' '}
              {refusal === null ? 'waiting to be sent' : `not taken. ${refusal}`}
            </span>
            {refusal !== null && (
              <>
                <Button size="xs" variant="default" component={Link} {...at('/time-clock/propose', true)}>
                  Propose the Time
                </Button>
                <Button size="xs" variant="default" onClick={() => onDismiss(id)}>
                  Dismiss
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
