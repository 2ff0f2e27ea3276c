import { ActionIcon, Popover, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../shared/api/api.ts'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { seesAllCompanies, useSession } from '../shared/session/session.ts'
import { NoticeLink, useMarking } from './notice.tsx'
import classes from './notifications.module.css'

const few = 8

/** The bell of the header: the number of unread notices, and the newest of them. */
export function Bell({ startsOpen = false }: { startsOpen?: boolean }) {
  const [isOpen, setOpen] = useState(startsOpen)
  const { data } = useQuery(api.notifications.unread.queryOptions())
  const count = data?.count ?? 0
  const label = count === 0 ? 'Notifications' : `Notifications, ${count > 99 ? 'more than 99' : count} unread`
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width="min(24rem, calc(100vw - 1.5rem))"
      position="bottom-end"
      middlewares={{ shift: { padding: 12 } }}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon aria-label={label} title={label} className={classes.bell} onClick={() => setOpen(!isOpen)}>
          <IconBell size={17} stroke={1.6} />
          {count > 0 && (
            <span className={`numeric font-semibold text-center ${classes.count}`} aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        {isOpen && <Newest onClose={() => setOpen(false)} hasUnread={count > 0} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function Newest({ onClose, hasUnread }: { onClose: () => void; hasUnread: boolean }) {
  const { data, error, refetch } = useQuery(api.notifications.listOwn.queryOptions({ input: { pageSize: few } }))
  const { all } = useMarking()
  const isGroup = seesAllCompanies(useSession())
  return (
    <>
      <header className={`row justify-between gap-4 text-sm border-b ${classes.header}`}>
        <h2 className="text-sm font-semibold">Notifications</h2>
        {hasUnread && <TextButton onClick={() => all.mutate()}>Mark all as read</TextButton>}
      </header>
      {error ? (
        <p className="text-muted text-sm py-4 px-3-5" role="alert">
          Notifications cannot be shown at the moment. <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      ) : !data ? (
        <Skeleton height={120} m="sm" w="auto" />
      ) : data.items.length === 0 ? (
        <p className="text-muted text-sm py-4 px-3-5">Nothing new for you.</p>
      ) : (
        <ol className={`overflow-y-auto ${classes.list}`}>
          {data.items.map((notice) => (
            <li key={notice.id} className={`stack gap-0-5 py-2 px-3-5 ${classes.notice}`}>
              <NoticeLink notice={notice} onOpen={onClose} />
              <span className="text-xs text-muted">
                {isGroup && `${notice.companyName} · `}
                <Moment at={notice.createdAt} />
              </span>
            </li>
          ))}
        </ol>
      )}
      <footer className={`row justify-between gap-4 border-t ${classes.footer}`}>
        <Link {...at('/notifications')} onClick={onClose} className="text-xs text-muted" data-small>
          Show all
        </Link>
        <Link
          {...at('/settings/account')}
          hash="notifications"
          onClick={onClose}
          className="text-xs text-muted"
          data-small
        >
          Notification Settings
        </Link>
      </footer>
    </>
  )
}
