import { IconX } from '@tabler/icons-react'
import classes from './filter-chips.module.css'
import type { FilteredList, Filters } from './filters.ts'

type FilterChipsProps = { list: FilteredList; filters: Filters }

/** The filters that are set, each with a button that removes it. */
export function FilterChips({ list, filters }: FilterChipsProps) {
  const set = Object.entries(list.filters)
  if (set.length === 0) return null
  const clear = () => list.set(Object.fromEntries(set.map(([name]) => [name, undefined])))
  return (
    <ul className="row flex-wrap gap-1-5" aria-label="Filters">
      {set.map(([name, value]) => {
        const { label = plain(name), choices, Value } = filters[name] ?? {}
        return (
          <li key={name} className={classes.chip}>
            <span className="flex-none text-muted">{label}:</span>
            <span className="truncate">{Value ? <Value id={value} /> : (choices?.[value] ?? plain(value))}</span>
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
      {set.length > 1 && (
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
