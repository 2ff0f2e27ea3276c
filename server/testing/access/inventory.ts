import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/** Rows 11-15, 21, 22 and 44 of security.md 2.2. */
export const inventoryAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'parts.list':         [401, 403, 200, 200, 200, 200],
    'parts.listFile':         [401, 403, 200, 200, 200, 200],
    'parts.get':          [401, 403, 200, 200, 200, 200],
    'parts.create':       [401, 403, 403, 403, 201, 201],
    'parts.update':       [401, 403, 403, 403, 200, 200],
    'batches.parts':        [401, 403, 403, 403, 200, 200],
    'parts.remove':       [401, 403, 403, 403, 200, 200],
    'parts.removeMany':   [401, 403, 403, 403, 200, 200],
    'assemblies.list':       [401, 403, 200, 200, 200, 200],
    'assemblies.listFile':       [401, 403, 200, 200, 200, 200],
    'assemblies.get':        [401, 403, 200, 200, 200, 200],
    'assemblies.create':     [401, 403, 403, 403, 201, 201],
    'assemblies.update':     [401, 403, 403, 403, 200, 200],
    'batches.assemblies':      [401, 403, 403, 403, 200, 200],
    'assemblies.remove':     [401, 403, 403, 403, 200, 200],
    'assemblies.removeMany': [401, 403, 403, 403, 200, 200],
    'stock.get':          [401, 403, 200, 200, 200, 200],
    'stockCounts.create': [401, 403, 403, 403, 200, 200],
    'stockHistory.get':   [401, 403, 200, 200, 200, 200],
    'movements.post':     [401, 403, 403, 403, 200, 200],
    'movements.reverse':  [401, 403, 403, 403, 200, 200],
    'movements.revalue':  [401, 403, 403, 403, 200, 200],
    'stock.adjust':       [401, 403, 403, 403, 200, 200],
    'stock.count':        [401, 403, 403, 403, 200, 200],
    'stock.reverse':      [401, 403, 403, 403, 200, 200],
    'stock.movements':    [401, 403, 200, 200, 200, 200],
    'movements.list':     [401, 403, 200, 200, 200, 200],
    'movements.listFile': [401, 403, 200, 200, 200, 200],
    'stockValue.list':     [401, 403, 403, 403, 200, 200],
    'stockValue.listFile': [401, 403, 403, 403, 200, 200],
    'bulkEdits.parts':    [401, 403, 403, 403, 200, 200],
    'bulkEdits.vendors':  [401, 403, 403, 403, 200, 200],
    'products.list':      [401, 403, 200, 200, 200, 200],
    'products.listFile':      [401, 403, 200, 200, 200, 200],
    'products.get':       [401, 403, 200, 200, 200, 200],
    'products.create':     [401, 403, 403, 403, 201, 201],
    'products.update':     [401, 403, 403, 403, 200, 200],
    'batches.products':      [401, 403, 403, 403, 200, 200],
    'products.remove':     [401, 403, 403, 403, 200, 200],
    'products.removeMany': [401, 403, 403, 403, 200, 200],
    'components.search':   [401, 403, 200, 200, 200, 200],
    'components.resolve':  [401, 403, 200, 200, 200, 200],
    'locations.list':   [401, 403, 200, 200, 200, 200],
    'locations.stock':  [401, 403, 200, 200, 200, 200],
    'locations.get':    [401, 403, 200, 200, 200, 200],
    'locations.create': [401, 403, 403, 403, 201, 201],
    'locations.update': [401, 403, 403, 403, 200, 200],
    'locations.remove': [401, 403, 403, 403, 200, 200],
    'locations.removeMany': [401, 403, 403, 403, 200, 200],
    'vendors.list':       [401, 403, 200, 200, 200, 200],
    'vendors.listFile':       [401, 403, 200, 200, 200, 200],
    'vendors.get':        [401, 403, 200, 200, 200, 200],
    'vendors.create':     [401, 403, 403, 403, 201, 201],
    'vendors.update':     [401, 403, 403, 403, 200, 200],
    'batches.vendors':      [401, 403, 403, 403, 200, 200],
    'vendors.remove':     [401, 403, 403, 403, 200, 200],
    'vendors.removeMany': [401, 403, 403, 403, 200, 200],
    'activity.list':      [401, 403, 200, 200, 200, 200],
    'changes.list':       [401, 403, 200, 200, 200, 200],
    'feed.list':          [401, 403, 200, 200, 200, 200],
    'changes.listFile':   [401, 403, 200, 200, 200, 200],
    'activity.undo':      [401, 403, 403, 403, 200, 200],
  },
  records: async (given, company) => {
    const part = await given.part(company)
    await given.sql('update parts set stock_level = 5 where id = $1', [part.id])
    const lotted = await given.part(company, { stock_level: 5 })
    await given.sql(`insert into stock_balances (company_id, item_id, lot_number, quantity) values ($1, $2, 'L1', 5)`, [
      ...[company.id, lotted.id],
    ])
    // Bought at another price, and worth that.
    await given.sql('update stock_items set is_priced = true where item_id = $1', [part.id])
    await given.sql('update parts set cost = cost + 1 where id = $1', [part.id])
    const [movement] = await given.sql('select id::text from stock_movements where item_id = $1', [part.id])
    const [change] = await given.sql('select change_set_id from activity_logs where entity_id = $1', [part.id])
    await given.vendor(company, { name: `Free ${randomUUID()}` })
    const vendor = await given.vendor(company)
    await given.vendorPrivate(vendor)
    const assembly = await given.assembly(company)
    const holder = await given.product(company, { location: 'holder' })
    await given.bomLine(
      company,
      { product_id: holder.id },
      { part_id: (await given.part(company, { location: 'held' })).id },
    )
    return {
      part: part.id,
      assembly: assembly.id,
      product: (await given.product(company)).id,
      vendor: vendor.id,
      location: (await given.location(company, { name: `Free ${randomUUID()}` })).id,
      movement: movement?.id as string,
      changeSet: change?.change_set_id as string,
    }
  },
  idOf: {
    parts: 'part',
    stock: 'part',
    stockCounts: 'part',
    stockHistory: 'part',
    'movements.reverse': 'movement',
    'movements.revalue': 'part',
    assemblies: 'assembly',
    products: 'product',
    vendors: 'vendor',
    locations: 'location',
    activity: 'changeSet',
  },
  bodies: ({ part, assembly, product, vendor, location, movement }) => ({
    'parts.create': { name: 'Nut', partNumber: randomUUID() },
    'parts.update': { location: randomUUID() },
    'batches.parts': { create: [{ name: 'Nut', partNumber: randomUUID() }] },
    'parts.removeMany': { selection: { ids: [part] } },
    'movements.post': { actionId: randomUUID(), lines: [{ itemId: part, quantity: 1 }] },
    'movements.reverse': { actionId: randomUUID() },
    'movements.revalue': { actionId: randomUUID() },
    'stock.adjust': { delta: 1 },
    'stock.count': { counted: 1, onHand: null },
    'stockCounts.create': { counted: 1, onHand: null },
    // Its id is a number: an unknown one is not made of other letters, as that of a record is.
    'stock.reverse': { movementId: /^\d+$/.test(movement ?? '') ? movement : '999999999' },
    'bulkEdits.parts': { selection: { ids: [part] }, field: 'location', value: randomUUID(), preview: false },
    'bulkEdits.vendors': { selection: { ids: [vendor] }, field: 'status', value: 'inactive', preview: false },
    'assemblies.create': { name: 'Frame', assemblyNumber: randomUUID() },
    'assemblies.update': { location: randomUUID() },
    'batches.assemblies': { create: [{ name: 'Frame', assemblyNumber: randomUUID() }] },
    'assemblies.removeMany': { selection: { ids: [assembly] } },
    'products.create': { name: 'Machine', sku: randomUUID() },
    'products.update': { location: randomUUID() },
    'batches.products': { create: [{ name: 'Machine', sku: randomUUID() }] },
    'products.removeMany': { selection: { ids: [product] } },
    'components.resolve': { numbers: ['P-1'] },
    'locations.create': { code: randomUUID(), name: 'Shelf' },
    'locations.update': { name: randomUUID() },
    'locations.removeMany': { selection: { ids: [location] } },
    'vendors.create': { name: randomUUID() },
    'vendors.update': { phone: randomUUID() },
    'batches.vendors': { create: [{ name: randomUUID() }] },
    'vendors.removeMany': { selection: { ids: [vendor] } },
  }),
  tables: {
    locations: {
      own: ['r---', 'r---', 'riud', 'riud'],
      insert: `(company_id, code, name) values ($1, 'N', 'n')`,
      set: `name = 'x'`,
      target: `name like 'Free %'`,
    },
    vendors: {
      own: ['r---', 'r---', 'riud', 'riud'],
      insert: `(company_id, name) values ($1, 'New')`,
      set: `phone = '1'`,
      target: `name like 'Free %'`,
    },
    company_keys: {
      own: ['----', '----', 'r---', 'r---'],
      insert: `(company_id, sealed) values ($1, 's')`,
      set: `sealed = 's'`,
    },
    vendor_private: {
      own: ['----', '----', 'riud', 'riud'],
      insert: `(company_id, id, iban) select $1, id, 's1.x' from vendors where company_id = $1 and name like 'Free %' limit 1`,
      set: `iban = 's1.x'`,
    },
    parts: {
      own: ['r---', 'r---', 'riud', 'riud'],
      insert: `(company_id, part_number, name) values ($1, 'N', 'n')`,
      set: `location = 'x'`,
      target: `location is distinct from 'held'`,
    },
    assemblies: {
      own: ['r---', 'r---', 'riud', 'riud'],
      insert: `(company_id, assembly_number, name) values ($1, 'N', 'n')`,
      set: `location = 'x'`,
    },
    products: {
      own: ['r---', 'r---', 'riud', 'riud'],
      insert: `(company_id, sku, name) values ($1, 'N', 'n')`,
      set: `location = 'x'`,
      target: `location is distinct from 'holder'`,
    },
    bom_lines: {
      own: ['r---', 'r---', 'riud', 'riud'],
      insert: `(company_id, product_id, part_id, quantity)
               select $1, p.id, i.id, 1 from products p, parts i where p.company_id = $1 and i.company_id = $1
                 and p.location is distinct from 'holder' limit 1`,
      set: 'quantity = quantity + 1',
    },
    stock_movements: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, item_id, item_type, delta, balance, reason, change_set_id)
               values ($1, gen_random_uuid(), 'part', 1, 1, 'other', gen_random_uuid())`,
      set: 'delta = 1',
    },
    stock_items: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, item_id, item_type, on_hand, value, average_cost) values ($1, gen_random_uuid(), 'part', 1, 1, 1)`,
      set: 'on_hand = 1',
    },
    stock_balances: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, item_id, lot_number, quantity) values ($1, gen_random_uuid(), 'L1', 1)`,
      set: 'quantity = 1',
    },
    change_sets: {
      own: ['r---', 'r---', 'r-u-', 'r-u-'],
      insert: `(company_id, kind) values ($1, 'edit')`,
      set: 'undone_by = id',
    },
    activity_logs: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, entity_type, entity_id, action, description, change_set_id)
               values ($1, 'part', gen_random_uuid(), 'created', 'x', gen_random_uuid())`,
      set: `description = 'x'`,
    },
    row_counts: {
      own: ['r---', 'r---', 'r---', 'r---'],
      insert: `(company_id, table_name, total, marked, value_at_cost, value_at_retail) values ($1, 'parts', 1, 1, 1, 1)`,
      set: 'total = 0',
    },
  },
}
