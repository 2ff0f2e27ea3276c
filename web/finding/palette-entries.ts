import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchProblem } from 'contract/list.ts'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { type Recent, recentRecords } from '../shared/record/recent.ts'
import { useCompanyId, useSession } from '../shared/session/session.ts'
import { type Command, matchingCommands, stillMatches } from './commands.ts'

export type FoundRecord = Recent & { isExact?: boolean; pictureId?: string | null }

export type Entry = { id: string } & (
  | { command: Command; record?: undefined }
  | { record: FoundRecord; command?: undefined }
)

/** `from`: the place of its first entry among all. */
export type EntryGroup = { title: string; entries: Entry[]; from: number }

const debounceMs = 100
const shownCommands = 6
const shownCompanies = 5

type Sought = {
  q: string
  commands: Command[]
  canOpen: (record: FoundRecord) => boolean
  /** All companies, and nothing else. */
  isChoosingCompany: boolean
}

/** The entries for a text. Answers are stored by their text, so a late one never replaces a newer one. */
export function usePaletteEntries({ q, commands, canOpen, isChoosingCompany }: Sought) {
  const text = q.trim()
  const records = useFoundRecords(isChoosingCompany || searchProblem(text) ? '' : text)
  const { recent } = useRecent()
  const groups = isChoosingCompany
    ? [{ title: 'Companies', entries: (text ? matchingCommands(commands, text) : commands).map(asEntry) }]
    : text
      ? foundGroups(text, commands, records.records.filter(canOpen))
      : [
          { title: 'Recent', entries: recent.filter(canOpen).map(ofRecord) },
          ...(['Actions', 'Screens'] as const).map((group) => ({
            title: group,
            entries: commands.filter((command) => command.group === group).map(asEntry),
          })),
        ]
  const shown: EntryGroup[] = []
  let from = 0
  for (const group of groups) {
    if (group.entries.length === 0) continue
    shown.push({ ...group, from })
    from += group.entries.length
  }
  return {
    groups: shown,
    entries: shown.flatMap(({ entries }) => entries),
    isPending: records.isPending,
    error: records.error,
  }
}

function foundGroups(q: string, commands: Command[], records: FoundRecord[]) {
  const matching = matchingCommands(commands, q)
  const isCompany = ({ group }: Command) => group === 'Companies'
  return [
    { title: 'Exactly this', entries: records.filter(({ isExact }) => isExact).map(ofRecord) },
    {
      title: 'Screens and actions',
      entries: matching
        .filter((command) => !isCompany(command))
        .slice(0, shownCommands)
        .map(asEntry),
    },
    { title: 'Records', entries: records.filter(({ isExact }) => !isExact).map(ofRecord) },
    { title: 'Companies', entries: matching.filter(isCompany).slice(0, shownCompanies).map(asEntry) },
  ]
}

const asEntry = (command: Command): Entry => ({ id: command.id, command })
const ofRecord = (record: FoundRecord): Entry => ({ id: `${record.kind} ${record.id}`, record })

function useFoundRecords(text: string) {
  const companyId = useCompanyId()
  const [query] = useDebouncedValue(text, debounceMs)
  const { data, isFetching, isPlaceholderData, error } = useQuery(
    api.search.find.queryOptions({
      input: { companyId, q: query },
      enabled: query !== '',
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    }),
  )
  const isOld = query !== text || isPlaceholderData
  const records: FoundRecord[] = text ? (data?.items ?? []) : []
  return {
    records: isOld
      ? records.map((record) => ({ ...record, isExact: false })).filter((one) => stillMatches(one, text))
      : records,
    isPending: text !== '' && (query !== text || (isFetching && (isPlaceholderData || !data))),
    error,
  }
}

/** Read once each time it opens: the palette is mounted while it is open. */
function useRecent() {
  const companyId = useCompanyId()
  const { user } = useSession()
  const [recent] = useState(() => recentRecords(user.id, companyId))
  return { recent }
}
