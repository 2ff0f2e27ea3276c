import { each, type Measure, unitOf, usualUnits } from './units.ts'

/**
 * What stands behind quantities in files, besides the usual units: by its decimals the unit and its other names. Only an import translates them;
 * a unit that a person writes stays as written.
 */
const moreUnits: readonly [decimals: number, units: Readonly<Record<string, string>>][] = [
  [3, { m3: 'm³, cbm, cu m', km: '', t: 'to, ton, tons, tonne, tonnes' }],
  [
    2,
    { m2: 'm², sqm, sq m, qm', ft2: 'ft², sqft, sq ft', ft3: 'ft³, cuft, cu ft', in2: 'in², sqin, sq in', in3: 'in³' },
  ],
  [2, { yd: 'yds, yard, yards', gal: 'gals, gallon, gallons', qt: 'qts, quart, quarts', 'fl oz': 'floz' }],
  [1, { cm: '', cm2: 'cm²', cm3: 'cm³, ccm' }],
  [0, { mm2: 'mm²', mg: '', tube: 'tubes, tubo, tubos', bottle: 'bottles, btl, btls, flasche, flaschen, bouteilles' }],
  [0, { can: 'cans, tin, tins, dose, dosen, lata, latas', bag: 'bags, beutel, sac, sacs, bolsa, bolsas' }],
  [0, { box: 'boxes, bx, schachtel, schachteln, caja, cajas, boîte, boîtes', case: 'cases', ream: 'reams' }],
  [
    0,
    { pack: 'packs, pk, pkg, pkgs, pkt, pkts, packet, packets, package, packages, packung, packungen, paket, pakete' },
  ],
  [0, { carton: 'cartons, ctn, ctns, karton, kartons', drum: 'drums', jar: 'jars', pail: 'pails', bucket: 'buckets' }],
  [
    0,
    {
      barrel: 'barrels, bbl',
      canister: 'canisters, kanister',
      cartridge: 'cartridges',
      spool: 'spools, spule, spulen',
    },
  ],
  [
    0,
    { reel: 'reels', coil: 'coils', pallet: 'pallets, palette, paletten', crate: 'crates', kit: 'kits', tub: 'tubs' },
  ],
  [0, { bundle: 'bundles, bdl, bund', tray: 'trays', strip: 'strips', sleeve: 'sleeves', sack: 'sacks, säcke' }],
  [0, { bar: 'bars', rod: 'rods', keg: 'kegs', tank: 'tanks', length: 'lengths' }],
]

const ofUnits = moreUnits.flatMap(([decimals, units]) =>
  Object.entries(units).map(([unit, names]) => ({
    unit,
    decimals,
    names: [unit, ...names.split(', ').filter(Boolean)],
  })),
)

/** The unit that each of these names means, in lower case. */
export const unitsOfFiles: ReadonlyMap<string, string> = new Map(
  ofUnits.flatMap(({ unit, names }) => names.map((name): [string, string] => [name, unit])),
)

const decimalsOf = new Map(ofUnits.map(({ unit, decimals }) => [unit, decimals]))

/** The unit, with its usual decimals, that a word behind a quantity of a file means: 'metres', 'm²', 'Tubes'; null for pieces and for other words. */
export function measureOfWord(word: string): Measure | null {
  const usual = unitOf(word)
  if (usual === each) return null
  const name = word.trim().toLowerCase().replaceAll('.', '')
  const unit = usualUnits.has(usual) ? usual : unitsOfFiles.get(name)
  return unit === undefined ? null : { unit, decimals: usualUnits.get(unit) ?? decimalsOf.get(unit) ?? 0 }
}
