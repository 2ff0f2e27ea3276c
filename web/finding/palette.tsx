import '@mantine/spotlight/styles.layer.css'
import { Button, CloseButton, Kbd } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconArrowsExchange, IconSearch } from '@tabler/icons-react'
import { searchProblem } from 'contract/list.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useDialog } from '../shared/form/dialog.ts'
import { takeTyping } from '../shared/page/typed-ahead.ts'
import { useIsPhone } from '../shared/page/use-is-phone.ts'
import { RecordPicture } from '../shared/record/record-picture.tsx'
import type { Command } from './commands.ts'
import { kindIcons, kindLabels } from './kinds.ts'
import classes from './palette.module.css'
import { type Entry, type EntryGroup, type FoundRecord, usePaletteEntries } from './palette-entries.ts'

const [store, spotlight] = createSpotlight()

type PaletteProps = {
  commands: Command[]
  /** Opens a record; false when it has no screen. */
  onOpen: (record: FoundRecord) => void
  /** Whether a record has a screen for this person. */
  canOpen: (record: FoundRecord) => boolean
  onClose: () => void
}

/** Ctrl+K: records, screens, actions and companies in one search. Mounted while it is open. */
export function Palette({ commands, canOpen, onOpen, onClose }: PaletteProps) {
  const [q, setQuery] = useState('')
  const [isChoosingCompany, chooseCompany] = useState(false)
  const offered = isChoosingCompany
    ? commands.filter(({ group }) => group === 'Companies')
    : withCompanyChoice(commands, () => {
        chooseCompany(true)
        setQuery('')
      })
  const { groups, entries, isPending, error } = usePaletteEntries({ q, commands: offered, canOpen, isChoosingCompany })
  const leads = useRef(false)
  const dialog = useDialog(leads)
  const takeWhatWasTyped = () => {
    const text = takeTyping()
    if (text) setQuery((before) => `${before}${text}`)
  }
  useEffect(() => {
    spotlight.open()
    return spotlight.close
  }, [])

  const run = (entry: Entry) => {
    if (entry.command) entry.command.run()
    else onOpen(entry.record)
    if (entry.command?.id === companyChoice) return
    leads.current = true
    onClose()
  }
  const { selected, onKeyDown } = useSelection(q, entries, isPending, run)
  const isPhone = useIsPhone()
  const label = isChoosingCompany ? 'Search companies' : 'Search records, screens and actions'
  return (
    <Spotlight.Root
      store={store}
      query={q}
      onQueryChange={setQuery}
      shortcut={null}
      centered={false}
      closeOnActionTrigger={false}
      scrollable
      maxHeight={440}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      classNames={{ content: 'bg-raised', search: classes.search ?? '' }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
      {...dialog}
      onSpotlightClose={onClose}
    >
      <div className="row">
        <div className="flex-1 min-w-0" onKeyDownCapture={onKeyDown}>
          <Spotlight.Search
            placeholder={isPhone ? 'Find anything' : label}
            aria-label={label}
            role="combobox"
            onFocus={takeWhatWasTyped}
            aria-expanded
            aria-controls={listId}
            aria-autocomplete="list"
            {...(entries[selected] && { 'aria-activedescendant': optionId(selected) })}
            leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
            rightSection={q && <Clear onClear={() => setQuery('')} />}
            rightSectionPointerEvents="all"
          />
        </div>
        <Button variant="subtle" size="xs" className={`flex-none ${classes.close}`} onClick={onClose}>
          Close
        </Button>
      </div>
      <Results groups={groups} selected={selected} isPending={isPending} onRun={run} />
      {entries.length === 0 && q.trim() && !isPending && (
        <Spotlight.Empty>
          {searchProblem(q.trim()) ??
            (error ? 'Records cannot be searched at the moment.' : `Nothing found for “${q.trim()}”.`)}
        </Spotlight.Empty>
      )}
      <Footer count={isPending || !q.trim() ? null : entries.length} />
    </Spotlight.Root>
  )
}

/** The focus stays in the search. */
const Clear = ({ onClear }: { onClear: () => void }) => (
  <CloseButton
    size="sm"
    aria-label="Clear search"
    tabIndex={-1}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClear}
  />
)

const listId = 'palette-results'
const optionId = (place: number) => `palette-result-${place}`
const companyChoice = 'choose a company'

/** Companies are listed when their name is typed, or all after this command. */
function withCompanyChoice(commands: Command[], onChoose: () => void): Command[] {
  if (!commands.some(({ group }) => group === 'Companies')) return commands
  const choice: Command = {
    id: companyChoice,
    group: 'Actions',
    label: 'Switch company',
    icon: IconArrowsExchange,
    run: onChoose,
  }
  return [
    ...commands.filter(({ group }) => group === 'Actions'),
    choice,
    ...commands.filter(({ group }) => group !== 'Actions'),
  ]
}

/**
 * The first entry is selected until the arrow keys reach another one, which stays selected when an answer comes. Enter before the answer
 * opens the first entry of the answer, not an entry that happens to be first now. The library selects by looking into the page; this is
 * state, so that screen readers are told.
 */
function useSelection(q: string, entries: Entry[], isPending: boolean, run: (entry: Entry) => void) {
  const [reached, reach] = useState<string | null>(null)
  const [isGoing, setGoing] = useState(false)
  const [searched, setSearched] = useState(q)
  if (searched !== q) {
    setSearched(q)
    reach(null)
    setGoing(false)
  }
  const selected = Math.max(
    entries.findIndex(({ id }) => id === reached),
    0,
  )
  const isShown = useRef(false)
  useEffect(() => {
    if (isShown.current) document.getElementById(optionId(selected))?.scrollIntoView({ block: 'nearest' })
    isShown.current = true
  }, [selected])
  const first = entries[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the answer is there
  useEffect(() => {
    if (!isGoing || isPending) return
    setGoing(false)
    if (first) run(first)
  }, [isGoing, isPending])

  const move = (step: 1 | -1) => {
    setGoing(false)
    reach(entries[(selected + step + entries.length) % entries.length]?.id ?? null)
  }
  const enter = () => {
    const entry = entries[selected]
    if (isPending && !reached) setGoing(true)
    else if (entry) run(entry)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    if ((!step && event.key !== 'Enter') || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    step ? move(step) : enter()
  }
  return { selected, onKeyDown }
}

type ResultsProps = { groups: EntryGroup[]; selected: number; isPending: boolean; onRun: (entry: Entry) => void }

function Results({ groups, selected, isPending, onRun }: ResultsProps) {
  return (
    <div
      className={`overflow-y-auto p-1 ${classes.list}`}
      id={listId}
      role="listbox"
      aria-label="Results"
      aria-busy={isPending}
    >
      {groups.map(({ title, entries, from }) => (
        <fieldset key={title} className="min-w-0 m-0 p-0 border-0" aria-label={title}>
          <div className={`text-muted text-xs ${classes.title}`} aria-hidden>
            {title}
          </div>
          {entries.map((entry, index) => (
            <Option
              key={entry.id}
              entry={entry}
              place={from + index}
              isSelected={from + index === selected}
              onRun={onRun}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

type OptionProps = { entry: Entry; place: number; isSelected: boolean; onRun: (entry: Entry) => void }

function Option({ entry, place, isSelected, onRun }: OptionProps) {
  const { command, record } = entry
  const Icon = command?.icon ?? kindIcons[record?.kind ?? ''] ?? IconSearch
  return (
    // The focus stays in the search, which names the selected option: Enter is heard there.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={optionId(place)}
      role="option"
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      className={`row cursor-pointer gap-2-5 rounded-sm text-plain text-sm py-1-5 px-3 ${classes.option}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
    >
      <span className={`grid flex-none place-items-center text-muted ${classes.lead}`}>
        {record?.pictureId ? (
          <RecordPicture id={record.pictureId} size={20} />
        ) : (
          <Icon size={16} stroke={1.6} aria-hidden />
        )}
      </span>
      {command ? (
        <>
          <span className="truncate">{command.label}</span>
          {command.keys && <Kbd className={`flex-none ml-auto ${classes.keys}`}>{command.keys}</Kbd>}
        </>
      ) : (
        <>
          <span className="truncate">{record.name}</span>
          {record.number && (
            <span className={`code truncate flex-none text-muted ${classes.number}`}>{record.number}</span>
          )}
          <span className="flex-none ml-auto text-xs text-muted">{kindLabels[record.kind]}</span>
        </>
      )}
    </div>
  )
}

function Footer({ count }: { count: number | null }) {
  return (
    <Spotlight.Footer className={`gap-4 text-muted text-xs ${classes.footer}`}>
      <span aria-hidden>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
      </span>
      <span aria-hidden>
        <Kbd>Enter</Kbd> open
      </span>
      <span aria-hidden>
        <Kbd>Esc</Kbd> close
      </span>
      <span role="status" className={`ml-auto ${classes.count}`}>
        {count === null ? '' : count === 1 ? '1 result' : `${count} results`}
      </span>
    </Spotlight.Footer>
  )
}
