import { UnstyledButton } from '@mantine/core'
import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { prepare } from '../../../finding/public.tsx'
import { undoLatest } from '../../../shared/feedback/toasts.ts'
import { lazyDialog } from '../../../shared/form/lazy-dialog.tsx'
import { at } from '../../../shared/page/at.ts'
import { type Keys, useKeys } from '../../../shared/page/keys.ts'
import { keepTyping } from '../../../shared/page/typed-ahead.ts'
import { useSession } from '../../../shared/session/session.ts'
import { useGoPlaces } from '../../navigation.ts'
import classes from './finder.module.css'

const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K'

const OpenPalette = lazyDialog(async () => ({ default: (await import('./open-palette.tsx')).OpenPalette }))
const OpenKeySheet = lazyDialog(async () => ({ default: (await import('./open-key-sheet.tsx')).OpenKeySheet }))

const opening = 'open-palette'

const prepareAll = () => {
  prepare()
  void import('./open-palette.tsx')
}

/** Opens the palette from elsewhere: the bar at the bottom of phones. */
export const openPalette = () => window.dispatchEvent(new Event(opening))

/** The button in the header, Ctrl+K, '?', and G with a letter. */
export function Finder() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const { permissions } = useSession()
  const navigate = useNavigate()
  const places = useGoPlaces(permissions)
  const close = () => setOpen(null)
  useEffect(() => (open === 'palette' ? keepTyping() : undefined), [open])
  // In fields too: nobody types Ctrl+K.
  useHotkeys([['mod+K', () => setOpen('palette')]], [])
  // Not in fields, where it undoes typing.
  useHotkeys([['mod+Z', undoLatest]])
  useWindowEvent(opening, () => setOpen('palette'))
  useKeys({
    '?': () => setOpen('keys'),
    ...(Object.fromEntries(places.map(({ go, to }) => [`g ${go.toLowerCase()}`, () => void navigate(at(to))])) as Keys),
  })
  return (
    <>
      <UnstyledButton
        className={`row gap-2 min-w-0 text-muted text-sm ${classes.button}`}
        aria-label="Find anything"
        title={`Find anything (${keys})`}
        onPointerEnter={prepareAll}
        onFocus={prepareAll}
        onClick={() => setOpen('palette')}
      >
        <IconSearch className="flex-none" size={16} stroke={1.6} aria-hidden />
        <span className={`truncate ${classes.words}`}>Find anything</span>
        <span className={`flex-none text-faint ${classes.key}`} aria-hidden data-keys={keys} />
      </UnstyledButton>
      {open === 'palette' && <OpenPalette onKeys={() => setOpen('keys')} onClose={close} />}
      {open === 'keys' && (
        <OpenKeySheet places={places.map(({ go, label }) => ({ keys: `G ${go}`, what: label }))} onClose={close} />
      )}
    </>
  )
}
