// On a phone a toast lies on the fields of a form: it leaves when one opens, takes the focus, or is typed into. A failure stays.

import { notifications, notificationsStore } from '@mantine/notifications'
import { isPhone } from '../page/use-is-phone.ts'

const fields = ':is(input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, [contenteditable="true"])'
/** A form that gives the focus to its first field for the next record leaves the message about the last one until somebody types. */
const freshMs = 600

const shownAt = new Map<string, number>()
const shown = () => notificationsStore.getState().notifications

function noteTimes() {
  for (const { id = '' } of shown()) if (!shownAt.has(id)) shownAt.set(id, Date.now())
}

function hideOlderThan(age: number) {
  const isOld = (id: string) => Date.now() - (shownAt.get(id) ?? 0) >= age
  for (const { id = '', color } of shown()) if (color !== 'red' && isOld(id)) notifications.hide(id)
}

function makeRoom({ type, target }: Event) {
  if (!isPhone() || !(target instanceof Element)) return
  if (target.matches(fields)) hideOlderThan(type === 'input' ? 0 : freshMs)
  else if (target.closest('[role="dialog"]')?.querySelector('form footer')) hideOlderThan(freshMs)
}

noteTimes()
notificationsStore.subscribe(noteTimes)
document.addEventListener('focusin', makeRoom)
document.addEventListener('input', makeRoom)
