import type { FeatureAccess } from './access.ts'

/** Row 37 of security.md 2.2. The company has no OpenAI, so an authorised question answers 409. */
export const assistantAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'assistant.state':          [401, 403, 403, 200, 200, 200],
    'assistant.draftSop':       [401, 403, 403, 409, 409, 409],
    'assistant.proposeColumns': [401, 403, 403, 403, 409, 409],
    'assistant.models':         [401, 403, 403, 403, 409, 409],
    'dashboard.summarizeWeek':  [401, 403, 403, 409, 409, 409],
  },
  records: async (given, company) => {
    await given.sql(
      `insert into assistant_months (company_id, month) values ($1, '2020-01-01') on conflict (company_id, month) do nothing`,
      [company.id],
    )
    return {}
  },
  idOf: {},
  bodies: () => ({
    'assistant.draftSop': { notes: 'Unpack, check, then shelve the valves.' },
    'assistant.proposeColumns': { columns: [{ header: 'A', samples: [] }], fields: [{ field: 'name', label: 'Name' }] },
  }),
  tables: {
    assistant_months: {
      own: ['----', 'r---', 'r---', 'r---'],
      insert: `(company_id, month) values ($1, '2021-01-01')`,
      set: 'calls = 1',
    },
  },
}
