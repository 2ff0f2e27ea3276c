import { IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import classes from './filter-chips.module.css'
import type { List } from './list-state.ts'

/** How a filter is shown: its label, and its value as a word or by a component that looks up its name. */
export type FilterWords = Record<
  string,
  { label: string; choices?: Record<string, string>; Value?: ComponentType<{ id: string }> }
>

type FilterChipsProps = { list: Pick<List, 'filters' | 'set'>; words: FilterWords }

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ list, words }: FilterChipsProps) {
  const filters = Object.entries(list.filters)
  if (filters.length === 0) return null
  const clear = () => list.set(Object.fromEntries(filters.map(([name]) => [name, undefined])))
  return (
    <ul className={classes.chips} aria-label="Filters">
      {filters.map(([name, value]) => {
        const { label = plain(name), choices, Value } = words[name] ?? {}
        return (
          <li key={name} className={classes.chip}>
            <span className={classes.label}>{label}:</span>
            <span className={classes.value}>{Value ? <Value id={value} /> : (choices?.[value] ?? plain(value))}</span>
            <button
              type="button"
              className={classes.remove}
              aria-label={`Remove the filter ${label}`}
              title="Remove"
              onClick={() => list.set({ [name]: undefined })}
            >
              <IconX size={13} aria-hidden />
            </button>
          </li>
        )
      })}
      {filters.length > 1 && (
        <li>
          <button type="button" className={classes.clear} onClick={clear}>
            Remove all
          </button>
        </li>
      )}
    </ul>
  )
}

/** 'in_progress' and 'assignedTo' as words, for a filter without words of its own. */
function plain(name: string): string {
  const words = name
    .replace(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
