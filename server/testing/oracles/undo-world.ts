/** A row as JSON, without generated columns. */
export type Row = Record<string, unknown> & { id: string }
/** All rows of a company, by `table:id`. */
export type World = Map<string, Row>

type Kind = {
  entity: string
  /** The column with the id of the record that a row belongs to. */
  owner?: string[]
  /** Columns that are unique in a company; they are compared without case. */
  unique?: string[]
  /** Columns that refer to other rows. */
  refers: string[]
  /** @returns the columns of a new row; undefined when there is no record for it to belong to */
  make(pick: Pick, value: number): Record<string, unknown> | undefined
  /** Columns that a step may change, each with its new value. */
  fields: Record<string, (pick: Pick, value: number) => unknown>
}

/** Usually the id of one of the rows of a table; null when there is none. */
export type Pick = (table: string) => string | null

const numberOf = (value: number) => `N-${value % 5}`
const nameOf = (_pick: Pick, value: number) => `Name ${value % 7}`
/** Undo never opens a seal. */
const sealOf = (_pick: Pick, value: number) => `s1.${value % 7}`
const vendor = (pick: Pick, value: number) => (value % 3 ? pick('vendors') : null)
const sop = (pick: Pick, value: number) => (value % 3 ? pick('sops') : null)
/** Stands for the person who makes the row. */
export const me = { isMe: true }
const only = (column: string, id: string | null) => (id ? { [column]: id } : undefined)

/** Every registered table. A new table needs a line here, or the test fails and says so. */
export const kinds: Record<string, Kind> = {
  vendors: {
    entity: 'vendor',
    unique: ['name'],
    refers: [],
    make: (_pick, value) => ({ name: numberOf(value) }),
    fields: {
      name: (_pick, value) => numberOf(value),
      phone: nameOf,
      status: (_pick, value) => (value % 2 ? 'active' : 'inactive'),
    },
  },
  locations: {
    entity: 'location',
    unique: ['code'],
    refers: ['parent_id'],
    make: (pick, value) => ({
      code: numberOf(value),
      name: `Shelf ${value}`,
      parent_id: value % 3 ? null : pick('locations'),
    }),
    fields: { code: (_pick, value) => numberOf(value), name: nameOf },
  },
  vendor_private: {
    entity: 'vendor_private',
    owner: ['id'],
    refers: ['id'],
    make: (pick, value) => only('id', pick('vendors')) && { id: pick('vendors'), iban: `s1.${value}` },
    fields: { iban: sealOf, notes: sealOf },
  },
  parts: {
    entity: 'part',
    unique: ['part_number'],
    refers: ['vendor_id', 'sop_id'],
    make: (pick, value) => ({
      part_number: numberOf(value),
      name: 'Part',
      vendor_id: vendor(pick, value),
      sop_id: sop(pick, value),
    }),
    fields: {
      part_number: (_pick, value) => numberOf(value),
      location: nameOf,
      stock_level: (_pick, value) => value % 4,
      vendor_id: vendor,
      sop_id: sop,
    },
  },
  products: {
    entity: 'product',
    unique: ['sku'],
    refers: ['sop_id'],
    make: (pick, value) => ({ sku: numberOf(value), name: 'Product', sop_id: sop(pick, value) }),
    fields: { sku: (_pick, value) => numberOf(value), category: nameOf, cost: (_pick, value) => value % 3 },
  },
  assemblies: {
    entity: 'assembly',
    unique: ['assembly_number'],
    refers: ['vendor_id', 'sop_id'],
    make: (pick, value) => ({
      ...{ assembly_number: numberOf(value), name: 'Assembly' },
      ...{ vendor_id: vendor(pick, value), sop_id: sop(pick, value) },
    }),
    fields: { assembly_number: (_pick, value) => numberOf(value), location: nameOf, vendor_id: vendor, sop_id: sop },
  },
  bom_lines: {
    entity: 'bom_line',
    owner: ['assembly_id', 'product_id'],
    unique: ['assembly_id', 'product_id', 'part_id', 'sub_assembly_id', 'sub_product_id'],
    refers: ['assembly_id', 'product_id', 'part_id', 'sub_assembly_id', 'sub_product_id'],
    make: (pick, value) => {
      const of = value % 2 ? only('assembly_id', pick('assemblies')) : only('product_id', pick('products'))
      const component =
        value % 3 === 0
          ? only('part_id', pick('parts'))
          : value % 3 === 1
            ? only('sub_assembly_id', pick('assemblies'))
            : only('sub_product_id', pick('products'))
      return of && component && { ...of, ...component, quantity: 1 + (value % 5) }
    },
    fields: { quantity: (_pick, value) => 1 + (value % 5), position: (_pick, value) => value % 3 },
  },
  sops: {
    entity: 'sop',
    refers: [],
    make: (pick, value) => ({ title: nameOf(pick, value) }),
    fields: { title: nameOf, content: nameOf },
  },
  tasks: {
    entity: 'task',
    refers: [],
    make: (pick, value) => ({ title: nameOf(pick, value), assigned_to: me, assigned_by: me }),
    fields: {
      title: nameOf,
      // Neither 'complete' nor 'blocked': the database notes the time of both, so two fields would be one change.
      status: (_pick, value) => (value % 2 ? 'not_started' : 'in_progress'),
      part_id: (pick) => pick('parts'),
      sop_id: (pick) => pick('sops'),
      due_on: (_pick, value) => `2026-12-0${1 + (value % 9)}`,
    },
  },
  task_items: {
    entity: 'task_item',
    owner: ['task_id'],
    refers: ['task_id'],
    make: (pick, value) => only('task_id', pick('tasks')) && { task_id: pick('tasks'), text: `Line ${value}` },
    fields: { text: nameOf, position: (_pick, value) => value % 3 },
  },
  task_templates: {
    entity: 'task_template',
    refers: [],
    make: (pick, value) => ({ title: nameOf(pick, value), created_by: me }),
    fields: { title: nameOf, part_id: (pick) => pick('parts'), sop_id: (pick) => pick('sops') },
  },
  comments: {
    entity: 'comment',
    owner: ['task_id', 'part_id'],
    refers: ['task_id', 'part_id'],
    make: (pick, value) => {
      const of = value % 2 ? only('task_id', pick('tasks')) : only('part_id', pick('parts'))
      return of && { ...of, body: `Comment ${value}` }
    },
    fields: { body: nameOf },
  },
  task_reports: {
    entity: 'task_report',
    owner: ['task_id'],
    refers: ['task_id'],
    make: () => undefined, // only functions make them
    fields: {},
  },
  files: {
    entity: 'file',
    owner: ['part_id', 'assembly_id', 'product_id', 'sop_id'],
    refers: ['part_id', 'assembly_id', 'product_id', 'sop_id'],
    make: (pick, value) => {
      const [column, table] = (
        [
          ['part_id', 'parts'],
          ['assembly_id', 'assemblies'],
          ['product_id', 'products'],
          ['sop_id', 'sops'],
        ] as const
      )[value % 4] ?? ['part_id', 'parts']
      const of = only(column, pick(table))
      return (
        of && {
          ...of,
          name: `file ${value}`,
          type: 'text/plain',
          size: 1,
          sha256: '0'.repeat(64),
          path: 'x',
          storage_key: '',
        }
      )
    },
    fields: {},
  },
  gauges: {
    entity: 'gauge',
    unique: ['number'],
    refers: ['part_id'],
    make: (pick, value) => ({ number: numberOf(value), part_id: value % 2 ? pick('parts') : null }),
    fields: {
      number: (_pick, value) => numberOf(value),
      range: (_pick, value) => JSON.stringify({ max: value % 3 }),
      tags: (_pick, value) => [`tag ${value % 3}`],
    },
  },
  gauge_readings: {
    entity: 'gauge_reading',
    owner: ['gauge_id'],
    refers: ['gauge_id'],
    make: (pick, value) => only('gauge_id', pick('gauges')) && { gauge_id: pick('gauges'), reading: value % 9 },
    fields: { reading: (_pick, value) => value % 9 },
  },
}

export const tables = Object.keys(kinds)

/** SQL for all rows of a company `$1`, without versions and generated columns. */
export const worldQuery = (generated: Record<string, string[]>) =>
  tables
    .map((name) => {
      const left = [...(generated[name] ?? []), 'version', 'updated_at'].map((column) => `'${column}'`)
      return `select '${name}:' || id as key, to_jsonb(x) - array[${left}] as row from ${name} x where company_id = $1`
    })
    .join(' union all ')

export const tableOf = (key: string): string => key.slice(0, key.indexOf(':'))
export const kindOf = (key: string): Kind => kinds[tableOf(key)] as Kind
const tableOfEntity = Object.fromEntries(tables.map((name) => [kinds[name]?.entity, name]))
export const keyOf = (entity: string, id: string): string => `${tableOfEntity[entity]}:${id}`

/** The key of the record that a row belongs to. */
export function ownerOf(key: string, row: Row): string | undefined {
  const columns = kindOf(key).owner ?? []
  const column = columns.find((each) => row[each])
  if (!column) return
  const table = {
    id: 'vendors',
    assembly_id: 'assemblies',
    product_id: 'products',
    part_id: 'parts',
    sop_id: 'sops',
    gauge_id: 'gauges',
    task_id: 'tasks',
  }[column]
  return `${table}:${row[column]}`
}
