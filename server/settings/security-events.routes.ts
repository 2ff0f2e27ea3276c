import { securityEventLabel } from 'contract/security-event-kinds.ts'
import { type SecurityEvent, securityEventDetails, securityEventFields } from 'contract/settings/security-events.ts'
import { allowSeconds } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import { eachSecurityEvent, listSecurityEvents } from './security-events.queries.ts'

const { securityEvents } = api

export const securityEventsRoutes = securityEvents.router({
  list: securityEvents.list.handler(({ input, context }) =>
    context.read(async (db) => {
      await allowSeconds(db, 30)
      return listSecurityEvents(db, input)
    }),
  ),

  listFile: securityEvents.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<SecurityEvent>(context, {
      ...{ name: 'security-events', companyId: null, format, columns, all: securityEventFields },
      shown: { kind: ({ kind }) => securityEventLabel(kind), detail: securityEventDetails },
      rows: (db) => eachSecurityEvent(db, query),
    }),
  ),
})
