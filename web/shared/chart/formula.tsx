import { ActionIcon, Popover } from '@mantine/core'
import { IconMathFunction } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Explanation, toRows } from './explanation.ts'
import classes from './formula.module.css'

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
