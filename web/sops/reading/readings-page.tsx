import { Button, Skeleton, TextInput } from '@mantine/core'
import { IconClipboardText, IconDownload, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readStateLabels, type SopOverviewItem, sopReadingsContract } from 'contract/sops/readings.ts'
import { api } from '../../shared/api/api.ts'
import { fetchFile } from '../../shared/api/fetch-file.ts'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { formatZonedTime } from '../../shared/format/dates.ts'
import { at } from '../../shared/page/at.ts'
import { useCompanyId, useTimeZone } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { Pager } from '../../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../../shared/table/list-page.tsx'
import { useList } from '../../shared/table/list-state.ts'
import classes from './readings-page.module.css'

type Person = { id: string; name: string | null }

/** /sops/readings: which people of the company have read which SOP. */
export function ReadingsPage() {
  const companyId = useCompanyId()
  const list = useList(sopReadingsContract.overview, '/sops/readings')
  const overview = useQuery(
    api.sopReadings.overview.queryOptions({ input: list.input, placeholderData: keepPreviousData }),
  )
  const downloading = useMutation({
    mutationFn: () => fetchFile(`/api/companies/${companyId}/sop-readings.csv`, 'sop-readings.csv'),
    onError: failedTo('export data'),
  })
  const { data } = overview
  return (
    <ListPage
      title="Who Has Read SOPs"
      counts={data && <Count value={String(data.total)} label="SOPs" />}
      actions={
        <>
          <Button variant="subtle" component={Link} {...at('/sops')}>
            All SOPs
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={15} />}
            loading={downloading.isPending}
            onClick={() => downloading.mutate()}
          >
            CSV
          </Button>
        </>
      }
    >
      <TextInput
        className={`mb-3 ${classes.search}`}
        aria-label="Search SOPs"
        placeholder="Search SOPs"
        leftSection={<IconSearch size={15} />}
        value={list.q}
        onChange={(event) => list.set({ q: event.currentTarget.value || undefined })}
      />
      {overview.error ? (
        <LoadFailure what="SOPs" verb="fetch" error={overview.error} onRetry={() => void overview.refetch()} />
      ) : !data ? (
        <div className="card">
          <Skeleton className="rows" height={240} />
        </div>
      ) : data.items.length === 0 ? (
        <EmptyState icon={<IconClipboardText size={20} stroke={1.6} />} title="No SOPs found">
          Published SOPs of your company and those that SBR shares appear here.
        </EmptyState>
      ) : (
        <Matrix items={data.items} people={data.people} />
      )}
      <Pager list={list} page={data} />
    </ListPage>
  )
}

function Matrix({ items, people }: { items: SopOverviewItem[]; people: Person[] }) {
  return (
    // The box scrolls, so it must be reachable by keyboard.
    <section
      className={`${bare.box} self-start max-w-full min-h-0 bg-surface ${classes.box}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
      tabIndex={0}
      aria-label="Who has read what"
    >
      <table className={`${bare.table} ${classes.matrix}`}>
        <thead>
          <tr>
            <th scope="col">SOP</th>
            <th scope="col">Read by</th>
            {people.map((person) => (
              <th key={person.id} scope="col">
                {nameOf(person)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((sop) => (
            <tr key={sop.id}>
              <th scope="row">
                <Link {...at(`/sops/${sop.id}/read`)}>{sop.title}</Link>
                <span>
                  Version {sop.publishedVersion}
                  {sop.visibility === 'sbr_public' && ' · SBR'}
                </span>
              </th>
              <td className={`numeric ${classes.count}`}>
                {sop.standings.filter(({ state }) => state === 'read').length} of {people.length}
              </td>
              {sop.standings.map((standing, place) => (
                <Cell key={standing.userId} {...standing} person={nameOf(people[place])} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const nameOf = (person: Person | undefined) => person?.name ?? 'No name'

/** `person`: seen on a phone, where no head of a column says whose reading it is. */
function Cell({ state, version, readAt, person }: SopOverviewItem['standings'][number] & { person: string }) {
  const zone = useTimeZone()
  return (
    <td data-state={state} title={readAt ? `Version ${version}, ${formatZonedTime(readAt, zone)}` : undefined}>
      <span className={classes.person}>{person}</span>
      {readStateLabels[state]}
    </td>
  )
}
