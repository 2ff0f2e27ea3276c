import { Skeleton, Tabs } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { LoadFailure } from '../feedback/empty-state.tsx'
import { inform } from '../feedback/toasts.ts'
import { steady } from '../page/steady.ts'
import { useSession } from '../session/session.ts'
import { useAddressedRecord } from './addressed-record.ts'
import { isGone, NoSuchRecord } from './no-such-record.tsx'
import { usePlaces } from './places.ts'
import { rememberRecord } from './recent.ts'
import classes from './record-drawer.module.css'
import { RecordFrame } from './record-frame.tsx'
import { RecordPicture } from './record-picture.tsx'
import { useTimelineOpener } from './timeline-opener.ts'

type RecordDrawerProps = {
  /** Singular, lower case: 'vendor'. */
  noun: string
  /** The name of the record; undefined while it loads. */
  title: ReactNode
  /** Its first picture. */
  pictureId?: string | null | undefined
  badge?: ReactNode
  actions?: ReactNode
  details: ReactNode
  /** The second tab; without it there are no tabs. */
  activity?: ReactNode
  /** What loads the record. */
  query: { error: unknown; isPending: boolean; refetch: () => unknown }
  onClose: () => void
}

const untitled = (noun: string, error: unknown) =>
  isGone(error) ? `No such ${noun}` : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`

/** The details of a record at their own address, beside the list: tabs Details and Activity Timeline. */
export function RecordDrawer(props: RecordDrawerProps) {
  const { noun, title, pictureId, badge, actions, query, onClose } = props
  const { error, isPending } = query
  useRemembering(noun, title)
  const hasGone = isGone(error)
  useClosing({ title, hasGone, onClose })
  // Here, because a turned tablet draws another frame, with everything in it.
  const [tab, openTab] = useState('details')
  return (
    <RecordFrame
      onClose={onClose}
      picture={<RecordPicture id={pictureId} size={40} />}
      title={isPending ? <ListedTitle /> : (title ?? untitled(noun, error))}
      bar={
        (isPending || hasGone || badge || actions) && (
          <div className={`row flex-none flex-wrap gap-2 ${classes.bar}`}>
            {!hasGone && badge}
            {/* J and K work before the record has come; the buttons appear together, so that none moves. */}
            <div className={`flex gap-1-5 ml-auto ${classes.actions}`} data-pending={isPending || undefined}>
              {!hasGone && actions}
            </div>
          </div>
        )
      }
    >
      {hasGone ? (
        <NoSuchRecord noun={noun} />
      ) : error ? (
        <LoadFailure what={noun} error={error} onRetry={() => void query.refetch()} />
      ) : isPending ? (
        <SkeletonFields />
      ) : props.activity === undefined ? (
        <div ref={steady}>
          <Details {...props} />
        </div>
      ) : (
        <Tabbed {...props} tab={tab} onTab={openTab} />
      )}
    </RecordFrame>
  )
}

/** The name of the record in a list that is loaded: it stands at once, before the record has come. */
function ListedTitle() {
  const { id } = useAddressedRecord()
  const cache = useQueryClient()
  for (const [, data] of cache.getQueriesData<{ items?: { id: string; name?: string; title?: string }[] }>({})) {
    const listed = Array.isArray(data?.items) ? data.items.find((each) => each.id === id) : undefined
    if (listed) return <>{listed.name ?? listed.title}</>
  }
  return <Skeleton height={18} width={200} />
}

/** Adds the opened record to the recent records of the palette. */
function useRemembering(noun: string, title: ReactNode) {
  const { user } = useSession()
  const { companyId, id } = useAddressedRecord()
  const { lists } = usePlaces()
  const kind = noun.toLowerCase()
  useEffect(() => {
    if (lists[kind] && typeof title === 'string')
      rememberRecord(user.id, companyId, { kind, id, number: null, name: title })
  }, [lists, kind, title, user.id, companyId, id])
}

/** The details, and the sections that other features add. */
function Details({ noun, details }: Pick<RecordDrawerProps, 'noun' | 'details'>) {
  const { Sections } = usePlaces()
  const { id } = useAddressedRecord()
  return (
    <>
      {details}
      <Suspense>
        <Sections kind={noun.toLowerCase()} id={id} />
      </Suspense>
    </>
  )
}

/** A record that goes while it is open, by a deletion or an undo elsewhere, closes with a sentence. One that was never there stays open with the reason. */
function useClosing({ title, hasGone, onClose }: { title: ReactNode; hasGone: boolean; onClose: () => void }) {
  const { id } = useAddressedRecord()
  const shown = useRef<{ id: string; title: ReactNode }>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!hasGone) {
      if (title) shown.current = { id, title }
      return
    }
    if (shown.current?.id !== id) return
    const name = typeof shown.current.title === 'string' ? shown.current.title : 'The record'
    shown.current = null
    inform(`${name} is no longer there`, 'It was deleted, or the change that added it was undone.')
    close.current()
  }, [id, title, hasGone])
}

type TabbedProps = RecordDrawerProps & { tab: string; onTab: (tab: string) => void }

function Tabbed({ noun, details, activity, tab, onTab }: TabbedProps) {
  const showActivity = useCallback(() => onTab('activity'), [onTab])
  useTimelineOpener(tab === 'details' ? showActivity : undefined)
  return (
    <Tabs value={tab} onChange={(next) => onTab(next ?? tab)} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="activity">Activity Timeline</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details" pt="md" ref={steady}>
        <Details noun={noun} details={details} />
      </Tabs.Panel>
      <Tabs.Panel value="activity" pt="md">
        {activity}
      </Tabs.Panel>
    </Tabs>
  )
}

type FieldsProps = {
  title?: string
  /** Label and value; undefined: it is loading. Without a value there is no row, without rows no title. */
  rows: [label: string, value: ReactNode][]
}

/** Labels and values of a record. */
export function Fields({ title, rows }: FieldsProps) {
  const filledRows = rows.filter(([, value]) => value !== null && value !== '')
  if (filledRows.length === 0) return null
  return (
    <section className={classes.section}>
      {title && <h3 className="mb-2 text-xs text-muted font-medium">{title}</h3>}
      <dl className="m-0">
        {filledRows.map(([label, value]) => (
          <div key={label} className={`grid gap-4 text-sm ${classes.field}`}>
            <dt className="text-muted">{label}</dt>
            <dd className="m-0 break-words pre-line">
              {value === undefined ? <Skeleton height={12} width="3rem" radius="xl" /> : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function SkeletonFields() {
  return (
    <div className={`stack pt-4 ${classes.skeleton}`} aria-busy="true">
      {[70, 45, 60, 52, 38].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} radius="xl" />
      ))}
    </div>
  )
}
