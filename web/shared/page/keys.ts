import { useEffect, useLayoutEffect, useRef } from 'react'

/** The effects of single keys: 'j', '/', '?', and sequences such as 'g d'. */
export type Keys = Record<string, () => void>

type Registered = { current: Keys; isForDialog: boolean }

const registered = new Set<Registered>()
let begun: string | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** How long a sequence waits for its next key. */
const patienceMs = 1_500

const fields =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox]'
const dialogs = '[role=dialog]:not([data-beside]), [role=alertdialog]' // a record beside its list does not block the keys of the list

/**
 * Single keys while the component is mounted. They do nothing while somebody types, together with Ctrl, Alt or the command key, and
 * under an open dialog. The component that was mounted last takes precedence.
 * @param options.isForDialog the keys of a dialog itself: they work while it is the only one
 */
export function useKeys(keys: Keys, { isForDialog = false } = {}): void {
  const newest = useRef<Registered>({ current: keys, isForDialog })
  useLayoutEffect(() => {
    newest.current.current = keys
  })
  useEffect(() => {
    const own = newest.current
    if (registered.size === 0) window.addEventListener('keydown', onKeyDown)
    registered.add(own)
    return () => {
      registered.delete(own)
      if (registered.size === 0) window.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

function onKeyDown(event: KeyboardEvent) {
  const isOpen = countDialogs() > 0
  isClosing &&= isOpen
  const typed = typedKey(event)
  if (isClosing && typed) return holdKey(typed)
  // Escape closes a dialog, or asks whether to; every other key goes on in it.
  isClosing = event.key === 'Escape' && isOpen
  if (typed && press(typed)) event.preventDefault()
}

let isClosing = false

/** Keeps a key until no dialog is open, for about a second, unless one asks whether to leave it. */
function holdKey(typed: string, frames = 60) {
  // The frame after the last one of the dialog gives the focus back.
  if (countDialogs() === 0) requestAnimationFrame(() => press(typed))
  else if (frames && !document.querySelector('[role=alertdialog]'))
    requestAnimationFrame(() => holdKey(typed, frames - 1))
}

const countDialogs = () => document.querySelectorAll(dialogs).length

/** @returns whether the key has an effect of its own */
function press(typed: string): boolean {
  const openDialogs = countDialogs()
  const sequence = begun ? `${begun} ${typed}` : typed
  forget()
  const active = [...registered].reverse().filter(({ isForDialog }) => openDialogs === (isForDialog ? 1 : 0))
  if (active.some(({ current }) => Object.keys(current).some((key) => key.startsWith(`${sequence} `)))) {
    begun = sequence
    timer = setTimeout(forget, patienceMs)
    return false
  }
  const act = active.map(({ current }) => current[sequence]).find(Boolean)
  act?.()
  return act !== undefined
}

function forget() {
  begun = null
  clearTimeout(timer)
}

/** The key, if it may have an effect: 'j' also for J, since Caps Lock may be on. */
function typedKey(event: KeyboardEvent): string | null {
  const { key, shiftKey, target } = event
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return null
  if (key.length !== 1 || key === ' ') return null
  if (target instanceof Element && target.closest(fields) && !(isClosing && target.closest(dialogs))) return null
  const letter = key.toLowerCase()
  return shiftKey && letter !== letter.toUpperCase() ? null : letter
}
