import { useQuery } from '@tanstack/react-query'
import { roleLabels } from 'contract/permissions.ts'
import { api } from '../shared/api/api.ts'
import { Moment } from '../shared/format/moment.tsx'
import { Avatar } from '../shared/session/person-mark.tsx'
import { AccessDecision } from './access-decision.tsx'
import classes from './access-requests.module.css'

/** Unknown people who signed in, and people whom companies ask for; hidden when there are none (product.md 11). */
export function AccessRequests() {
  const { data } = useQuery(
    api.accessRequests.list.queryOptions({
      input: { status: 'open', sort: 'requestedAt', order: 'desc', pageSize: 50 },
      refetchInterval: 30_000,
    }),
  )
  if (!data || data.total === 0) return null
  return (
    <section className={`flex-none bg-warning ${classes.requests}`} aria-label="Access requests">
      <h3 className="text-sm text-warning">
        Access requests <span className="numeric">({data.total.toLocaleString('en-US')})</span>
      </h3>
      <ul className={`overflow-auto mt-1 ${classes.list}`}>
        {data.items.map((request) => (
          <li key={request.id} className={`row flex-wrap ${classes.request}`}>
            <Avatar name={request.name ?? request.email} />
            <div className={`stack min-w-0 text-sm break-words ${classes.who}`}>
              <span className="font-medium">{request.name ?? request.email}</span>
              <span className="text-xs text-muted break-words">
                {request.name && `${request.email} · `}
                {request.role &&
                  `${roleLabels[request.role]} at ${request.companyName}, asked for by ${request.askedByName} · `}
                <Moment at={request.requestedAt} />
                {!request.isManaged && ' · account of no organisation'}
              </span>
            </div>
            <AccessDecision request={request} />
          </li>
        ))}
      </ul>
    </section>
  )
}
