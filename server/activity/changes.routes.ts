import { type CompanyChange, changedKindOf, changeFields } from 'contract/activity/changes.ts'
import { importSentence } from 'contract/activity/imported.ts'
import { loggedField } from 'contract/catalogues.ts'
import { allowSeconds } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import { eachChange, listChanges } from './changes.queries.ts'

const { changes } = api

export const changesRoutes = changes.router({
  list: changes.list.handler(({ input, context }) =>
    context.read(async (db) => {
      await allowSeconds(db, 30)
      return listChanges(db, context.keyring, input)
    }),
  ),

  listFile: changes.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<CompanyChange>(context, {
      ...{ name: 'changes', companyId: query.companyId, format, columns, all: changeFields },
      shown: {
        userName: ({ userName }) => userName ?? 'System',
        entityName: ({ imported, entityName }) => (imported ? importSentence(imported) : entityName),
        entityType: ({ imported, entityType }) => (imported ? 'Import' : changedKindOf(entityType)),
        // A record as a whole has no field: the sentence says what happened to it.
        fieldChanged: ({ imported, entityType, fieldChanged, description }) =>
          imported
            ? null
            : fieldChanged
              ? (loggedField(entityType, fieldChanged)?.label ?? fieldChanged.replaceAll('_', ' '))
              : description,
      },
      rows: (db) => eachChange(db, context.keyring, query),
    }),
  ),
})
