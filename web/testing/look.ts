import { expect, onTestFinished } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'

/** Waits for a message of this sentence. */
export const expectAlert = (sentence: string | RegExp): Promise<void> =>
  expect.element(page.getByRole('alert').filter({ hasText: sentence }).first()).toBeVisible()

/** Waits for a toast that says all of this, and closes it: only three are shown at once. */
export async function expectToast(...sentences: (string | RegExp)[]): Promise<void> {
  const toast = sentences.reduce<Locator>((toasts, hasText) => toasts.filter({ hasText }), page.getByRole('alert'))
  await expect.element(toast).toBeVisible()
  toast.element().querySelector<HTMLElement>('.mantine-Notification-closeButton')?.click()
  await expectNone(toast)
}

/** Presses a button by the keyboard. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
}

/** Waits until there is nothing of this kind on the screen. */
export const expectNone = (element: Locator): Promise<void> => expect.element(element).not.toBeInTheDocument()

/** Picks an option from a searchable select. */
export async function choose(scope: Pick<Locator, 'getByRole'>, label: string | RegExp, option: string | RegExp) {
  await scope.getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option }).click()
}

/** Leaves a form without saving. */
export async function discard() {
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectNone(page.getByRole('dialog'))
}

/** Waits for the first element that a selector of CSS matches: for what has no role or words of its own. */
export async function found(selector: string, at = 0): Promise<HTMLElement> {
  await expect.poll(() => document.querySelectorAll(selector)[at]).toBeTruthy()
  return document.querySelectorAll<HTMLElement>(selector)[at] as HTMLElement
}

/** The box of an element on the screen. */
export const boxOf = (shown: Locator): DOMRect => shown.element().getBoundingClientRect()

/** Makes the page as large as a screen, for the rest of this test. px */
export async function resize(width: number, height: number): Promise<void> {
  onTestFinished(() => page.viewport(1440, 900))
  await page.viewport(width, height)
}

/** The device of this test loses its connection. @returns a function that brings it back */
export function goOffline(): () => void {
  const turn = (isOnline: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
  const back = () => turn(true)
  onTestFinished(back)
  turn(false)
  return back
}

/** Lays the page out as for paper, for the rest of this test. */
export async function emulatePrint(): Promise<void> {
  const devTools = cdp() as unknown as { send: (method: string, params: object) => Promise<void> }
  // Without its features, reduced motion would end with it.
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  onTestFinished(() => devTools.send('Emulation.setEmulatedMedia', { media: '', features }))
  await devTools.send('Emulation.setEmulatedMedia', { media: 'print', features })
}
