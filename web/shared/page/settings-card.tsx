import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './settings-card.module.css'
import { steady } from './steady.ts'

type CardProps = {
  title: string
  /** One sentence below the title. */
  text?: ReactNode
  /** To the right of the title: a badge, a button. */
  aside?: ReactNode
  /** `#anchor` in an address leads to this card. */
  anchor?: string
  children?: ReactNode
}

/** The column of cards of a settings tab. */
export const SettingsColumn = ({ children }: { children: ReactNode }) => (
  <div className={`stack gap-3-5 ${classes.column}`} ref={steady}>
    {children}
  </div>
)

/** A group of settings with a title. */
export function SettingsCard({ title, text, aside, anchor, children }: CardProps) {
  const id = useId()
  const card = useRef<HTMLElement>(null)
  const isSought = useLocation({ select: ({ hash }) => anchor !== undefined && hash === anchor })
  // The router looks for the place once, before a card that waits for its data is there.
  useEffect(() => {
    if (!isSought) return
    card.current?.focus({ preventScroll: true })
    card.current?.scrollIntoView()
  }, [isSought])
  return (
    <section
      ref={card}
      id={anchor}
      tabIndex={anchor ? -1 : undefined}
      className={`surface ${classes.card}`}
      aria-labelledby={id}
    >
      <header className={`row flex-wrap justify-between ${classes.header}`}>
        <div className={`min-w-0 ${classes.words}`}>
          <h2 id={id} className="text-md">
            {title}
          </h2>
          {text && <p className={`mt-0-5 text-muted text-sm ${classes.text}`}>{text}</p>}
        </div>
        {aside && <div className="flex-none">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

type RowProps = {
  label: ReactNode
  /** Explains the setting, under its label. */
  hint?: ReactNode
  /** The id of the control, when the label is its label. */
  for?: string
  /** The control is as small as a switch, so it stands beside its label on phones too. */
  isSmall?: boolean
  /** The control is higher than its label. */
  isTall?: boolean
  /** The control. */
  children: ReactNode
}

/** One setting: label left, control right; below each other on phones. */
export function SettingsRow({ label, hint, for: control, isSmall, isTall, children }: RowProps) {
  const Label = control ? 'label' : 'span'
  return (
    <div className={`row justify-between ${classes.row}`} data-beside={isSmall} data-tall={isTall}>
      <div className={`min-w-0 ${classes.words}`}>
        <Label className="text-sm font-medium" {...(control && { htmlFor: control })}>
          {label}
        </Label>
        {hint && <p className={`mt-0-5 text-muted text-sm ${classes.text}`}>{hint}</p>}
      </div>
      <div className={`row flex-wrap justify-end gap-2 min-w-0 ${classes.control}`}>{children}</div>
    </div>
  )
}

/** The buttons at the end of a card. */
export const SettingsActions = ({ children }: { children: ReactNode }) => (
  <div className={`flex flex-wrap justify-end gap-2 border-t ${classes.actions}`}>{children}</div>
)
