import { Anchor, Kbd, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDialog } from '../shared/form/dialog.ts'
import { at } from '../shared/page/at.ts'
import classes from './key-sheet.module.css'

/** `keys`: 'G P', one after the other. */
export type KeyLine = { keys: string; what: string }

type KeySheetProps = {
  /** The screens that G leads to, for this person. */
  places: KeyLine[]
  /** The page of the guide for this screen. */
  guide: string
  onClose: () => void
}

const sections: { title: string; lines: KeyLine[] }[] = [
  {
    title: 'Anywhere',
    lines: [
      { keys: 'Ctrl+K', what: 'Find records, screens and actions' },
      { keys: '?', what: 'This sheet' },
      { keys: 'Ctrl+B', what: 'Sidebar' },
      { keys: 'Ctrl+Z', what: 'Undo, while its message is shown' },
      { keys: 'Esc', what: 'Close what is open' },
    ],
  },
  {
    title: 'In a list',
    lines: [
      { keys: '/', what: 'Search' },
      { keys: 'J', what: 'Next row' },
      { keys: 'K', what: 'Previous row' },
      { keys: 'Enter', what: 'Open the row' },
      { keys: 'E', what: 'Edit the row' },
      { keys: 'X', what: 'Select the row' },
      { keys: 'S', what: 'In the list of parts: adjust the stock' },
      { keys: 'M', what: 'All actions of the row' },
      { keys: 'N', what: 'New' },
      { keys: 'Shift+→', what: 'Move the selected column' },
      { keys: 'Alt+→', what: 'Widen the selected column' },
    ],
  },
  {
    title: 'In a record',
    lines: [
      { keys: 'J', what: 'Next record' },
      { keys: 'K', what: 'Previous record' },
    ],
  },
]

/** '?': the keys, and the way to the guide. Mounted while it is open. */
export function KeySheet({ places, guide, onClose }: KeySheetProps) {
  return (
    <Modal opened onClose={onClose} title="Keyboard Shortcuts" size="lg" {...useDialog()}>
      <div className={classes.sections}>
        {[...sections, { title: 'Go to', lines: places }].map(({ title, lines }) => (
          <section key={title}>
            <h3 className="text-muted text-xs font-medium mb-1-5">{title}</h3>
            <dl className="m-0">
              {lines.map(({ keys, what }) => (
                <div key={keys} className={`row gap-3 text-sm ${classes.line}`}>
                  <dt>
                    {keys.split(' ').map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd className="m-0">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-1 text-sm text-muted">
        Shortcuts pause while you type. See{' '}
        <Anchor component={Link} {...at(guide)} onClick={onClose} underline="always" inherit>
          the guide
        </Anchor>
        .
      </p>
    </Modal>
  )
}
