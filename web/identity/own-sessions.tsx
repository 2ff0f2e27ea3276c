import { Badge, Button, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { OwnSession } from 'contract/identity/session.ts'
import { useState } from 'react'
import { api, client } from '../shared/api/api.ts'
import { useConfirmed } from '../shared/feedback/confirmed.tsx'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { success } from '../shared/feedback/toasts.ts'
import { Moment } from '../shared/format/moment.tsx'
import { SettingsCard } from '../shared/page/settings-card.tsx'
import classes from './account.module.css'

const sessionsQuery = api.session.list.queryOptions()

/** The browsers in which a person is signed in. */
export function OwnSessions() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const ending = useConfirmed({
    title: 'End Session',
    question: ({ device }: OwnSession) => `${device ?? 'That browser'} has to sign in again.`,
    act: ({ id }) => client.session.revoke({ id }),
    done: 'Session ended',
    failure: 'end the session',
  })
  const endingOthers = useConfirmed({
    ...{ title: 'Sign Out Everywhere Else', confirmLabel: 'Sign Out' },
    question: () => 'All sessions but this one end at once. Your tokens stay.',
    act: () => client.session.revokeOthers(),
    done: ({ ended }) => success(`${ended} other session(s) ended`),
    failure: 'end the other sessions',
  })
  const hasOthers = data?.items.some(({ isCurrent }) => !isCurrent)
  return (
    <SettingsCard
      anchor="sessions"
      title="Sessions"
      text="The browsers in which you are signed in."
      aside={
        hasOthers && (
          <Button variant="default" onClick={() => endingOthers.ask(true)}>
            Sign Out Everywhere Else
          </Button>
        )
      }
    >
      {error ? (
        <LoadFailure what="your sessions" error={error} onRetry={() => void refetch()} />
      ) : (
        <SessionList sessions={data?.items} onEnd={ending.ask} />
      )}
      {ending.dialog}
      {endingOthers.dialog}
    </SettingsCard>
  )
}

/** More sessions stay folded: the cards below would move down with each new browser. This session is always shown. */
const shownFirst = 3

function SessionList({
  sessions,
  onEnd,
}: {
  sessions: OwnSession[] | undefined
  onEnd: (session: OwnSession) => void
}) {
  const [isWhole, showWhole] = useState(false)
  if (!sessions) return <Skeleton height="2rem" m="md" width="auto" />
  const ordered = sessions.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  return (
    <ul className="m-0">
      {(isWhole ? ordered : ordered.slice(0, shownFirst)).map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => onEnd(session)} />
      ))}
      {!isWhole && sessions.length > shownFirst && (
        <li className={classes.item}>
          <TextButton onClick={() => showWhole(true)}>Show all {sessions.length}</TextButton>
        </li>
      )}
      {sessions.length === 0 && (
        <li className={`text-sm text-muted ${classes.none}`}>You are not signed in in any browser.</li>
      )}
    </ul>
  )
}

function SessionItem({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, userAgent, createdAt, lastSeenAt, lastAddress, isCurrent } = session
  const name = device ?? 'A browser that does not name itself'
  const Icon = / on (iOS|Android)$/.test(name) ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.item}>
      <span className={`grid place-items-center flex-none text-muted rounded-sm ${classes.icon}`} aria-hidden>
        <Icon size={17} stroke={1.6} />
      </span>
      <span className="stack flex-1 min-w-0 gap-0-5 break-words">
        <span className="row flex-wrap gap-x-2 gap-y-1 text-sm font-medium" title={userAgent ?? undefined}>
          {name} {isCurrent && <Badge color="green">This session</Badge>}
        </span>
        <span className="text-xs text-muted">
          Last used <Moment at={lastSeenAt} />
          {lastAddress && ` from ${lastAddress}`} · signed in <Moment at={createdAt} />
        </span>
      </span>
      {!isCurrent && (
        <Button variant="default" size="xs" aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}
