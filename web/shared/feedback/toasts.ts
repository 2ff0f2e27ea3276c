import { randomId } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { createElement } from 'react'
import { isCancelled, messageOf } from '../api/server-errors.ts'
import { later } from '../page/later.tsx'
import { actionMs, type ToastLink, ToastMessage, takeBack } from './toast-message.tsx'
import type { Undoable } from './undo.ts'

/** 'Vendor created successfully', with Undo when the change can be taken back. */
export function saved(
  noun: string,
  verb: 'created' | 'updated' | 'saved',
  undoable?: Undoable,
  link?: ToastLink,
): void {
  success(`${noun} ${verb} successfully`, undoable, link)
}

/** '3 vendor(s) deleted successfully', with Undo. @param noun singular, lower case */
export function removed(count: number, noun: string, undoable?: Undoable, link?: ToastLink): void {
  success(`${count.toLocaleString('en-US')} ${noun}(s) deleted successfully`, undoable, link)
}

export function success(title: string, undoable?: Undoable, link?: ToastLink): void {
  const backId = undoable && ('takeBack' in undoable ? undoable.id : undoable.changeSetId)
  const toastId = backId ?? randomId()
  const hasMore = Boolean(backId || link)
  if (undoable && backId) latest = { toastId, undoable }
  notifications.show({
    id: toastId,
    onClose: () => {
      if (latest?.toastId === toastId) latest = undefined
    },
    title,
    color: 'accent',
    message: hasMore ? createElement(ToastMessage, { toastId, undoable: backId ? undoable : undefined, link }) : null,
    autoClose: link?.stays ? false : hasMore ? actionMs : 4_000,
  })
}

/** The newest change that a toast on the screen offers to take back. */
let latest: { toastId: string; undoable: Undoable } | undefined

const nothing = later(() => import('./nothing-to-undo.ts'))

/** Undoes the change of the newest toast, like its button. When no toast offers that, it says so and names the place of older changes. */
export function undoLatest(): void {
  const offered = latest // hiding its toast forgets it
  if (offered) {
    notifications.hide(offered.toastId)
    void takeBack(offered.undoable)
  } else void nothing.now().then(({ tellNothingToUndo }) => tellNothingToUndo())
}

/** An error handler that shows what failed and the server's sentence: `onError: failedTo('save vendor')`. */
export const failedTo = (what: string) => (error: unknown) => failed(`Failed to ${what}`, error)

/** Shows what failed, and why. Long work that its person cancelled has not failed. */
export function failed(title: string, error: unknown, sentence: string = messageOf(error)): void {
  if (isCancelled(error)) inform('Cancelled', sentence)
  else failure(title, sentence)
}

/** @param id of the toast: shown once however often it fails, and to be hidden when it no longer holds */
export function failure(title: string, message?: string, id: string = randomId()): void {
  notifications.show({ id, title, message: message ?? null, color: 'red', autoClose: 9_000, role: 'alert' })
}

/** A success with a sentence below its title: 'Connection Successful', 'Connected to North Supply'. */
export function inform(title: string, message: string): void {
  notifications.show({ title, message, color: 'accent', autoClose: 6_000 })
}
