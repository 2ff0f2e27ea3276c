import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { integrationLabels } from 'contract/integrations/catalogue.ts'
import type { Notification } from 'contract/notifications/notifications.ts'
import { topics } from 'contract/notifications/topics.ts'
import type { ReactNode } from 'react'
import { client } from '../shared/api/api.ts'
import { failedTo } from '../shared/feedback/toasts.ts'
import { at } from '../shared/page/at.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { addressOfNotice } from './notice-address.ts'
import classes from './notifications.module.css'

/** 'Ann assigned you “Sweep the floor”' */
export function sentenceOf({ topic, actorName, recordName, entityType, params }: Notification): string {
  const named = entityType === 'integration' && recordName ? integrationNamed(recordName) : recordName
  return topics[topic].sentence({ actor: actorName, name: named, params })
}

const integrationNamed = (name: string): string => integrationLabels[name as keyof typeof integrationLabels] ?? name

/** Marks one notice, or all. */
export function useMarking() {
  const onError = failedTo('mark as read')
  return {
    one: useMutation({
      mutationFn: ({ companyId, id, isRead }: Pick<Notification, 'companyId' | 'id' | 'isRead'>) =>
        client.notifications.mark({ companyId, id, isRead }),
      onError,
    }),
    all: useMutation({ mutationFn: () => client.notifications.markAllOwn({}), onError }),
  }
}

/** Goes to what a notice is about, and marks it as read. */
export function useOpenNotice(): (notice: Notification) => void {
  const addressOf = useAddressOf()
  const navigate = useNavigate()
  const { one } = useMarking()
  return (notice) => {
    const { companyId, id, isRead } = notice
    if (!isRead) one.mutate({ companyId, id, isRead: true })
    const address = addressOfNotice(notice, addressOf)
    if (address) void navigate(at(address.to, { ...address.search, company: companyId }))
  }
}

/** The sentence of a notice as a link to its subject; the link marks it as read. */
export function NoticeLink({ notice, onOpen }: { notice: Notification; onOpen?: () => void }) {
  const address = addressOfNotice(notice, useAddressOf())
  const { one } = useMarking()
  const { companyId, id, isRead } = notice
  const open = () => {
    if (!isRead) one.mutate({ companyId, id, isRead: true })
    onOpen?.()
  }
  const look = isRead ? classes.link : `${classes.link} ${classes.unread}`
  const words: ReactNode = (
    <>
      {!isRead && <span className={`inline-block mr-2 ${classes.dot}`} role="img" aria-label="Unread" />}
      {sentenceOf(notice)}
    </>
  )
  if (!address)
    return (
      <button type="button" className={look} onClick={open} data-row-link>
        {words}
      </button>
    )
  return (
    <Link {...at(address.to, { ...address.search, company: companyId })} className={look} onClick={open} data-row-link>
      {words}
    </Link>
  )
}
