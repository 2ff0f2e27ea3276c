import { ActionIcon, Popover } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { at } from '../page/at.ts'
import classes from './formula.module.css'

/** Rows that a figure counts or adds up. `to`: '.' is this screen. `sum`: what they add up to, when the figure has several terms. */
export type Rows = {
  label: string
  to: string
  search?: Record<string, string>
  hash?: string
  sum?: string | undefined
}

/** How a figure is computed: in words, and its rows. `files`: the same rows, to add up in a spreadsheet. */
export type Explanation = {
  label: string
  formula: string
  rows: readonly Rows[]
  files?: readonly { label: string; href: string }[]
}

/** The properties of a link to rows. */
export const toRows = ({ to, search = {}, hash }: Rows) => ({
  ...at(to, to === '.' ? (before: object) => ({ ...before, ...search }) : search),
  ...(hash && { hash }),
})

/** A sign that opens the explanation of a figure below its card, the next `article` around it, so that the figure stays in sight. */
export function Formula({ label, formula, rows, files = [] }: Explanation) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const name = `How ${label} is computed`
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-end"
      shadow="md"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target refProp="card">
        <Sign name={name} onPress={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <p className={classes.text}>{formula}</p>
        <ul className={classes.rows}>
          {rows.map((each) => (
            <li key={each.label}>
              <Link {...toRows(each)} onClick={close}>
                {each.label}
              </Link>
              {each.sum && <span className="numeric">{each.sum}</span>}
            </li>
          ))}
          {files.map((file) => (
            <li key={file.href}>
              <a href={file.href} download>
                {file.label}
              </a>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

type SignProps = { name: string; onPress: () => void; card?: (card: Element | null) => void }

/** @param props.card takes the element that the explanation stands below; the rest comes from Popover.Target, too */
const Sign = ({ name, onPress, card, ...target }: SignProps) => (
  <ActionIcon
    {...target}
    ref={(sign) => card?.(sign && (sign.closest('article') ?? sign))}
    className={classes.sign}
    variant="subtle"
    color="gray"
    size="sm"
    aria-label={name}
    onClick={onPress}
  >
    <IconMathFunction size={14} stroke={1.6} />
  </ActionIcon>
)
