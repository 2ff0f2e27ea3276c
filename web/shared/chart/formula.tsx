import { Popover, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Explanation, toRows } from './explanation.ts'
import classes from './formula.module.css'

/** The name of a figure. It opens the explanation below its card, the next `article` around it, so that the figure stays in sight. */
export function Formula({ label, formula, rows, files = [] }: Explanation) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const name = `How ${label} is computed`
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={280}
      position="bottom-start"
      shadow="md"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target refProp="card">
        <Name label={label} name={name} onPress={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
        <p className="text-sm">{formula}</p>
        <ul className={`mt-2 text-sm empty-hidden ${classes.rows}`}>
          {rows.map((each) => (
            <li key={each.label}>
              <Link className="text-accent" {...toRows(each)} onClick={close}>
                {each.label}
              </Link>
              {each.sum && <span className="numeric">{each.sum}</span>}
            </li>
          ))}
          {files.map((file) => (
            <li key={file.href}>
              <a className="text-accent" href={file.href} download>
                {file.label}
              </a>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

type NameProps = { label: string; name: string; onPress: () => void; card?: (card: Element | null) => void }

/** @param props.card takes the element that the explanation stands below; the rest comes from Popover.Target, too */
const Name = ({ label, name, onPress, card, ...target }: NameProps) => (
  <UnstyledButton
    {...target}
    ref={(button) => card?.(button && (button.closest('article') ?? button))}
    className={`relative max-w-full text-muted text-sm min-h-6 ${classes.name}`}
    aria-label={name}
    onClick={onPress}
  >
    {label}
  </UnstyledButton>
)
