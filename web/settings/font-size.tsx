import { fontSizes } from 'contract/settings/appearance.ts'
import { type CSSProperties, useEffect, useId, useRef, useState } from 'react'
import { SettingsRow } from '../shared/page/settings-card.tsx'
import classes from './font-size.module.css'

const { least, usual, most } = fontSizes

/**
 * The browser's own slider: a finger that moves down on it scrolls the page. The size is shown when it is let go; before, the slider would
 * move away under the pointer.
 */
export function FontSize({ value, onChange }: { value: number; onChange: (size: number) => void }) {
  const id = useId()
  const [dragged, drag] = useState<number | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const size = dragged ?? value
  // React has no name for the event of letting go: its onChange is called for each step.
  useEffect(() => {
    const box = input.current
    const letGo = () => {
      drag(null)
      if (box) onChange(Number(box.value))
    }
    box?.addEventListener('change', letGo)
    return () => box?.removeEventListener('change', letGo)
  })
  return (
    <SettingsRow
      label={<label htmlFor={id}>Font Size</label>}
      hint={`${size} px. Everything grows and shrinks with it.`}
    >
      <div className={`flex-1 ${classes.scale}`}>
        <input
          ref={input}
          id={id}
          className={`block w-full m-0 rounded-sm cursor-pointer ${classes.slider}`}
          type="range"
          min={least}
          max={most}
          value={size}
          aria-valuetext={`${size} px`}
          style={{ '--share': (size - least) / (most - least) } as CSSProperties}
          // The finger scrolls the page: the size that it touched first does not count.
          onPointerCancel={() => drag(null)}
          onChange={(event) => drag(Number(event.currentTarget.value))}
        />
        <div className={`flex justify-between mt-1 text-xs text-muted ${classes.marks}`} aria-hidden>
          {[least, usual, most].map((mark) => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
      </div>
    </SettingsRow>
  )
}
