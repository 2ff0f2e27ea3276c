import { type PointerEvent as ReactPointerEvent, useState } from 'react'

/** px that the pointer moves before a press becomes a drag. */
const slack = 6

/** Columns are moved by their heads, with a mouse or pen; a finger scrolls. @param onDrop the column, and the one whose place it takes */
export function useColumnDrag(onDrop: (key: string, place: string) => void) {
  const [drag, setDrag] = useState<{ key: string; over: string | null } | null>(null)

  const start = (key: string) => (event: ReactPointerEvent<HTMLElement>) => {
    const isHandle = (event.target as Element).closest('[data-resizer]')
    if (event.button !== 0 || event.pointerType === 'touch' || isHandle) return
    const head = event.currentTarget.closest('tr')
    const from = event.clientX
    let over: string | null = null
    let isMoving = false
    const listening = new AbortController()
    const { signal } = listening
    const end = (isDropped: boolean) => {
      listening.abort()
      setDrag(null)
      if (!isMoving) return
      swallowClick()
      if (isDropped && over && over !== key) onDrop(key, over)
    }
    const follow = ({ clientX }: PointerEvent) => {
      if (!isMoving && Math.abs(clientX - from) < slack) return
      isMoving = true
      over = keyAt(head, clientX)
      setDrag({ key, over })
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', () => end(true), { signal })
    document.addEventListener('pointercancel', () => end(false), { signal })
    document.addEventListener('keydown', ({ key: pressed }) => pressed === 'Escape' && end(false), { signal })
  }

  return {
    /** @param columns the shown ones, from left to right */
    handlersOf: (key: string, columns: { key: string }[]) => {
      const place = (one: string | undefined) => columns.findIndex((column) => column.key === one)
      const isOver = drag !== null && drag.over === key && drag.key !== key
      return {
        onPointerDown: start(key),
        'data-moving': drag?.key === key || undefined,
        'data-drop': isOver ? (place(drag.key) < place(key) ? 'after' : 'before') : undefined,
      }
    },
  }
}

/** The column below the pointer; the first one does not move, so no column takes its place. */
function keyAt(head: Element | null, x: number): string | null {
  const cells = [...(head?.querySelectorAll<HTMLElement>('th[data-key]:not([data-primary])') ?? [])]
  const under = cells.find((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return x >= left && x < right
  })
  return under?.dataset.key ?? null
}

/** Ignores the click after a drag, which would sort. */
function swallowClick() {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}
