import { Button } from '@mantine/core'
import { IconClipboardText, IconEye, IconListCheck, IconPlus, IconTrash, IconVideo } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { sopFields } from 'contract/sops/sop-fields.ts'
import {
  type SopItem,
  type SopVisibility,
  sopStageLabels,
  sopStatusLabels,
  sopsContract,
  sopTypeLabels,
  sopVisibilities,
} from 'contract/sops/sops.ts'
import { FileCount } from '../files/public.tsx'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { PageTabs } from '../shared/page/page-tabs.tsx'
import { usePlaces } from '../shared/record/places.ts'
import { useCan, useCompanyId, useSession } from '../shared/session/session.ts'
import { type Column, headOf, nameWidths } from '../shared/table/columns/columns.ts'
import { ListTable } from '../shared/table/grid/list-table.tsx'
import { formatTotal } from '../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../shared/table/list-page.tsx'
import { companyOnly } from '../shared/table/list-search.ts'
import { type List, useList } from '../shared/table/list-state.ts'
import { useRowActions } from '../shared/table/rows/row-actions.tsx'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { ListExport, ListToolbar } from '../shared/table/toolbar/list-toolbar.tsx'
import { SearchHit } from './links/search-hit.tsx'
import { ReadBadge, SopDraftBadge, SopVisibilityBadge } from './sop-badges.tsx'
import { useSopDeletion } from './sop-deletion.ts'
import { useCanWriteSop, useVisibilities } from './sop-rights.ts'
import classes from './sops-page.module.css'

const tabLabels: Record<SopVisibility, string> = {
  company: 'Company SOPs',
  sbr_public: 'Shared by SBR',
  sbr_only: 'SBR Internal',
}

const columns: Column<SopItem>[] = [
  { ...headOf(sopFields, 'title'), ...nameWidths, cell: (sop) => <TitleCell sop={sop} /> },
  { ...headOf(sopFields, 'type'), width: '7rem', leaves: 4, cell: ({ type }) => sopTypeLabels[type] },
  {
    ...headOf(sopFields, 'stage'),
    width: '8rem',
    leaves: 2,
    cell: ({ stage }) => sopStageLabels[stage],
  },
  {
    ...headOf(sopFields, 'visibility'),
    width: '11rem',
    leaves: 3,
    phone: 'off',
    cell: ({ visibility }) => <SopVisibilityBadge visibility={visibility} />,
  },
  {
    ...headOf(sopFields, 'files'),
    isNumeric: false,
    width: '5.5rem',
    phone: 'end',
    cell: (sop) => hasFiles(sop) && <FilesCell sop={sop} />,
  },
  {
    ...headOf(sopFields, 'createdAt'),
    width: '8rem',
    leaves: 1,
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
]

const filters: Filters = {
  type: { label: 'Type', all: 'All types', choices: sopTypeLabels },
  stage: { label: 'Stage', all: 'All stages', choices: sopStageLabels },
  status: { label: 'Status', all: 'All statuses', choices: sopStatusLabels },
}

/** /sops */
export function SopsPage() {
  const { list, tab } = useTab()
  const tabs = useTabs()
  const sops = useQuery(api.sops.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  const deletion = useSopDeletion(() => undefined)
  const canWrite = useCanWriteSop()
  const canCreate = useCanCreateIn(tab)
  const actions = useRowActions<SopItem>({
    list,
    mayChange: canWrite,
    onDelete: ({ id, title }) => deletion.ask({ id, name: title }),
  })
  const { data } = sops
  return (
    <ListPage
      title="SOPs"
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
      actions={
        <>
          <DeletedSops tab={tab} />
          <Readings />
          <Button
            variant="subtle"
            title="Runs"
            leftSection={<IconListCheck size={15} stroke={1.6} />}
            component={Link}
            {...at('/sops/runs')}
          >
            Runs
          </Button>
          <ListExport
            name="sops"
            list={list}
            columns={columns}
            known={sopFields}
            besides={['status']}
            tab={tabLabels[tab]}
          />
          <AddButton tab={tab} onAdd={() => list.open('new')} />
        </>
      }
    >
      <PageTabs
        tabs={Object.fromEntries(tabs.map((each) => [each, tabLabels[each]]))}
        current={tab}
        counts={{ sbr_public: useSharedToRead() }}
        onOpen={(next) => list.set({ visibility: next === 'company' ? undefined : next })}
        panelClass="stack gap-3 pt-3"
      >
        <ListToolbar
          list={list}
          label="Search SOPs"
          columns={columns}
          onNew={canCreate && (() => list.open('new'))}
          filters={filters}
        />
        <ListTable
          list={list}
          nouns="SOPs"
          deletedType="sop"
          verb="fetch"
          query={sops}
          empty={<NoSops tab={tab} onAdd={() => list.open('new')} />}
          label={tabLabels[tab]}
          columns={columns}
          nameOf={(sop) => sop.title}
          actions={actions}
        />
      </PageTabs>
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}

/** Each tab lists one visibility. The tab is in the address, but does not count as a filter. */
function useTab() {
  const list = useList(sopsContract.list, '/sops')
  const tabs = useTabs()
  const { visibility, ...filters } = list.filters
  const tab = tabs.find((each) => each === visibility) ?? 'company'
  const byRank = list.isRanked ? ({ sort: 'rank', order: 'desc' } as const) : {}
  const isNarrowed = Boolean(list.q) || Object.keys(filters).length > 0
  const ofTab: List<typeof list.input> = {
    ...list,
    filters,
    isNarrowed,
    input: { ...list.input, ...byRank, visibility: tab },
  }
  return { list: ofTab, tab }
}

function useTabs(): readonly SopVisibility[] {
  const seesInternal = useCan('sop.readInternal')
  return sopVisibilities.filter((visibility) => visibility !== 'sbr_only' || seesInternal)
}

/** '2 to read': the SOPs that SBR shares stand behind a tab of their own. */
function useSharedToRead(): string | undefined {
  const companyId = useCompanyId()
  const input = { companyId, isUnread: 'true', visibility: 'sbr_public', pageSize: 1 } as const
  const { data } = useQuery(api.sops.list.queryOptions({ input }))
  return data?.total ? `${formatTotal(data)} to read` : undefined
}

function TitleCell({ sop }: { sop: SopItem }) {
  return (
    <span className={`stack min-w-0 ${classes.title}`}>
      <span className={`row gap-2 min-w-0 ${classes.name}`}>
        <span className={classes.words} title={sop.title}>
          {sop.title}
        </span>
        <SopDraftBadge status={sop.status} />
        <ReadBadge reading={sop.reading} />
      </span>
      {sop.snippet ? (
        <span className={`text-muted text-xs font-normal ${classes.description}`}>
          <SearchHit snippet={sop.snippet} />
        </span>
      ) : (
        sop.description && (
          <span className={`text-muted text-xs font-normal ${classes.description}`} title={sop.description}>
            {sop.description}
          </span>
        )
      )}
    </span>
  )
}

const hasFiles = ({ videoUrl, fileCount }: SopItem) => videoUrl !== null || fileCount > 0

const FilesCell = ({ sop: { videoUrl, fileCount } }: { sop: SopItem }) => (
  <span className="inline-row gap-2 align-middle">
    {videoUrl && <IconVideo size={16} stroke={1.6} role="img" aria-label="Has a video" />}
    <FileCount count={fileCount} />
  </span>
)

function useCanCreateIn(tab: SopVisibility) {
  const visibilities = useVisibilities()
  return useCan('sop.create') && visibilities.includes(tab)
}

/** SOPs that SBR shares or keeps belong to the firm, so the deleted ones are listed there. */
function DeletedSops({ tab }: { tab: SopVisibility }) {
  const firm = useSession().companies.find(({ isSbr }) => isSbr)
  const { deleted } = usePlaces()
  const search = (before: { company?: string }) => ({
    ...companyOnly(before),
    ...(tab !== 'company' && firm && { company: firm.id }),
    type: 'sop',
  })
  return (
    useCanCreateIn(tab) && (
      <Button
        variant="subtle"
        title="Recently Deleted"
        leftSection={<IconTrash size={15} stroke={1.6} />}
        component={Link}
        {...at(deleted, search)}
      >
        Recently Deleted
      </Button>
    )
  )
}

/** The link for people who may see the readings of others. */
function Readings() {
  return (
    useCan('sop.overview') && (
      <Button
        variant="subtle"
        title="Who Has Read"
        leftSection={<IconEye size={15} stroke={1.6} />}
        component={Link}
        {...at('/sops/readings')}
      >
        Who Has Read
      </Button>
    )
  )
}

function AddButton({ tab, onAdd }: { tab: SopVisibility; onAdd: () => void }) {
  return (
    useCanCreateIn(tab) && (
      <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
        Add SOP
      </Button>
    )
  )
}

function NoSops({ tab, onAdd }: { tab: SopVisibility; onAdd: () => void }) {
  const canCreate = useCanCreateIn(tab)
  return (
    <EmptyState
      icon={<IconClipboardText size={20} stroke={1.6} />}
      title="No SOPs found"
      actions={
        canCreate && (
          <Button variant="default" onClick={onAdd}>
            Add SOP
          </Button>
        )
      }
    >
      {canCreate ? 'Create your first SOP to get started' : 'No SOPs available in this category'}
    </EmptyState>
  )
}
