import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Notification, notificationsContract } from 'contract/notifications/notifications.ts'
import { topicNames, topics } from 'contract/notifications/topics.ts'
import { api } from '../shared/api/api.ts'
import { EmptyState } from '../shared/feedback/empty-state.tsx'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { seesAllCompanies, useSession } from '../shared/session/session.ts'
import type { Column } from '../shared/table/columns/columns.ts'
import { ListScreen } from '../shared/table/list-screen.tsx'
import { useList } from '../shared/table/list-state.ts'
import type { Filters } from '../shared/table/toolbar/filters.tsx'
import { NoticeLink, sentenceOf, useMarking, useOpenNotice } from './notice.tsx'

const notification: Column<Notification> = {
  key: 'topic',
  title: 'What happened',
  isSortable: true,
  grows: true,
  isLink: true,
  cell: (notice) => <NoticeLink notice={notice} />,
}
const company: Column<Notification> = {
  key: 'companyName',
  title: 'Company',
  width: '12rem',
  cell: ({ companyName }) => companyName,
}
const when: Column<Notification> = {
  ...{ key: 'createdAt', title: 'When', isSortable: true, isMoment: true, min: 11 },
  cell: ({ createdAt }) => <Moment at={createdAt} />,
}
const reading: Column<Notification> = {
  ...{ key: 'isRead', title: 'Read', width: '9.5rem' },
  cell: (notice) => <ReadMark notice={notice} />,
}

function ReadMark({ notice: { companyId, id, isRead } }: { notice: Notification }) {
  const { one } = useMarking()
  return (
    <TextButton onClick={() => one.mutate({ companyId, id, isRead: !isRead })}>
      {isRead ? 'Mark as unread' : 'Mark as read'}
    </TextButton>
  )
}

/** /notifications */
const filters: Filters = {
  isUnread: { label: 'Read', all: 'Read and unread', choices: { true: 'Unread', false: 'Read' } },
  topic: {
    label: 'Topic',
    all: 'All topics',
    choices: Object.fromEntries(topicNames.map((name) => [name, topics[name].label])),
  },
}

export function NotificationsPage() {
  const list = useList(notificationsContract.listOwn, '/notifications')
  const { input } = list
  const notices = useQuery(api.notifications.listOwn.queryOptions({ input, placeholderData: keepPreviousData }))
  const { all } = useMarking()
  const isGroup = seesAllCompanies(useSession())
  const columns = isGroup ? [notification, company, when, reading] : [notification, when, reading]
  const { data } = notices
  const openNotice = useOpenNotice()
  const open = (id?: string) => {
    const notice = data?.items.find((one) => one.id === id)
    if (notice) openNotice(notice)
  }
  return (
    <ListScreen
      title="Notifications"
      buttons={
        <>
          <Button {...at('/settings/account')} hash="notifications" component={Link} variant="default">
            Notification Settings
          </Button>
          <Button variant="default" disabled={data?.total === 0} loading={all.isPending} onClick={() => all.mutate()}>
            Mark All as Read
          </Button>
        </>
      }
      filters={filters}
      list={{ ...list, open }}
      nouns="notifications"
      query={notices}
      empty={
        <EmptyState icon={<IconBell size={20} stroke={1.6} />} title="No notifications yet">
          What concerns you appears here and stays 90 days.
        </EmptyState>
      }
      columns={columns}
      nameOf={sentenceOf}
    />
  )
}
