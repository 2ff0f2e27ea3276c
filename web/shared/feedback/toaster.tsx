import { Notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { isPhone, useIsPhone } from '../page/use-is-phone.ts'
import classes from './toaster.module.css'

/**
 * The place of toasts, where nothing can be pressed: pager, drawers and the buttons of forms are at the sides. What was used last is never
 * covered: after a press down there they come at the top.
 */
export function Toaster() {
  useEffect(() => void import('./room-for-forms.ts').catch(() => undefined), [])
  return (
    <Notifications
      position="bottom-center"
      containerWidth={width}
      limit={useIsPhone() ? 2 : 3}
      zIndex={400}
      // By style alone: in another of Mantine's places a toast would be drawn, and read aloud, a second time.
      classNames={{ root: `${classes.root} ${useIsLowUsed() ? classes.high : ''}` }}
    />
  )
}

// px; of a toast with two lines and buttons, and of the bar of the shell on a phone
const [width, height, bar] = [340, 180, 76]

/** Whether the row or button that was used last is where a toast at the bottom would lie, and is still there. */
function useIsLowUsed(): boolean {
  const [isLow, setLow] = useState(false)
  const latest = useRef<Element>(null)
  useEffect(() => {
    const note = (event: PointerEvent | KeyboardEvent) => {
      const { target } = event
      const isPress = !('key' in event) || event.key === 'Enter' || event.key === ' '
      if (!isPress || !(target instanceof Element) || target.closest('.mantine-Notifications-root')) return
      const used = target.closest('tr, li, [data-row-id]') ?? target.closest('a, button, label, input')
      latest.current = used
      setLow(used !== null && liesBelowToast(used.getBoundingClientRect()))
    }
    window.addEventListener('pointerdown', note, true)
    window.addEventListener('keydown', note, true)
    return () => {
      window.removeEventListener('pointerdown', note, true)
      window.removeEventListener('keydown', note, true)
    }
  }, [])
  useEffect(() => {
    if (!isLow) return
    // The button of a dialog has gone with it.
    const watch = new MutationObserver(() => latest.current?.isConnected || setLow(false))
    watch.observe(document.body, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [isLow])
  return isLow
}

function liesBelowToast({ left, right, top, bottom }: DOMRect): boolean {
  const middle = window.innerWidth / 2
  const end = window.innerHeight - (isPhone() ? bar : 0)
  const isBeside = right < middle - width / 2 || left > middle + width / 2
  return !isBeside && bottom > end - height && top < end
}
