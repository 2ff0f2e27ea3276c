import type { LocationFields } from 'contract/inventory/locations.ts'
import type pg from 'pg'

/** code, name, the code of the place around it; and its kind, when it is no place for stock */
type PlaceRow = [code: string, name: string, around: string | null, kind?: LocationFields['kind']]

/** How a company keeps its stock. Items whose Location spells the code of a place are at home there. */
export type StoredStock = {
  places: PlaceRow[]
  /** part numbers */
  lots: string[]
  /** part numbers: each piece is a lot */
  serials: string[]
  /** the code of the place where `inspected` parts wait when they come in */
  hold: string | null
  inspected: string[]
  /** the code of the place where `staged` parts lie, how many of each */
  build: string | null
  staged: Record<string, number>
}

export const withoutPlaces: StoredStock = {
  ...{ places: [], lots: [], serials: [], hold: null, inspected: [], build: null, staged: {} },
}

// biome-ignore format: reads as a table
export const northStock: StoredStock = {
  places: [
    ['Plant', 'Duluth plant', null],
    ['Rack 1', 'Carbon steel', 'Plant'],
    ['Rack 1 / Bay 2', 'Bars up to 25 mm', 'Rack 1'],
    ['Rack 1 / Bay 3', 'Bars up to 50 mm', 'Rack 1'],
    ['Rack 1 / Bay 5', 'Prehard', 'Rack 1'],
    ['Rack 2', 'Aluminium and bronze', 'Plant'],
    ['Rack 2 / Bay 1', 'Square bars', 'Rack 2'],
    ['Rack 2 / Bay 4', 'Plates', 'Rack 2'],
    ['Rack 2 / Bay 6', 'Bronze', 'Rack 2'],
    ['Oil store', 'Oil and coolant, locked', 'Plant'],
    ['Receiving', 'Goods in, to be inspected', 'Plant', 'hold'],
    ['Cell 1', 'Assembly of power units', 'Plant', 'build'],
    ['Shipping', 'Finished goods', 'Plant'],
    ['Shipping 1', 'Power units', 'Shipping'],
    ['Shipping 2', 'Valves', 'Shipping'],
    ['Shipping 3', 'Cylinders and kits', 'Shipping'],
  ],
  lots: ['CO-601'],
  serials: [],
  hold: 'Receiving',
  inspected: ['RM-6061-P12', 'RM-4140-040'],
  build: 'Cell 1',
  staged: { 'RM-BRZ-030': 2 },
}

// biome-ignore format: reads as a table
export const southStock: StoredStock = {
  places: [
    ['WH', 'Warehouse, New Orleans', null],
    ...aisle('A1', 'Terminals', 4), ...aisle('A2', 'Switchgear', 6), ...aisle('A3', 'Power and safety', 4),
    ...aisle('B1', 'Cylinders and valves', 5), ...aisle('B2', 'Fittings and tube', 8), ...aisle('C1', 'Cable on reels', 6),
    ...aisle('D1', 'Kits and sets', 3), ...aisle('D2', 'Assemblies', 2), ...aisle('R2', 'Rails, upright', 1),
    ['QC', 'Quality check', 'WH', 'hold'],
    ['KIT', 'Kit bench', 'WH', 'build'],
    ['VAN', 'Service van', null],
  ],
  lots: ['CB-200', 'CB-201', 'PN-321'],
  serials: ['EL-140'],
  hold: 'QC',
  inspected: ['CB-210', 'EL-130', 'PN-310'],
  build: 'KIT',
  staged: { 'EL-100': 240, 'EL-110': 12, 'PN-320': 36 },
}

/** An aisle and its bins: A1, A1-01, A1-02. */
function aisle(code: string, name: string, bins: number): PlaceRow[] {
  const bin = (_: unknown, index: number): PlaceRow => [`${code}-0${index + 1}`, `${name}, bin ${index + 1}`, code]
  return [[code, name, 'WH'], ...Array.from({ length: bins }, bin)]
}

/** Each place is made after the one around it. */
export async function fillPlaces(client: pg.Client, companyId: string | undefined, places: PlaceRow[]): Promise<void> {
  const row = ([code, name, around, kind = 'place']: PlaceRow, number: number) => ({ code, name, around, kind, number })
  await client.query(
    `with place as materialized (
       select p.*, uuidv7() as id from jsonb_to_recordset($2::jsonb) p(code text, name text, around text, kind text, number int)
     )
     insert into locations (id, company_id, code, name, kind, parent_id)
     select p.id, $1, p.code, p.name, p.kind, a.id from place p left join place a on a.code = p.around order by p.number`,
    [companyId, JSON.stringify(places.map(row))],
  )
}
