// Files as other systems and people make them, in several languages: each was written with what should become of it before it was imported.

import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { server, company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const list = async (noun: string) => (await operator.get(at(`${noun}?pageSize=500`))).json().items

type Found = Record<string, unknown>
/** `asks`: the codes of its questions, when rows wait for answers; else what is stored: fields of items by number, and lines by the number of their item. `says`: words of warnings. */
type Expected = {
  asks?: string[]
  parts?: Record<string, Found>
  products?: Record<string, Found>
  vendors?: Record<string, Found>
  boms?: Record<string, string[]>
  says?: string[]
  errors?: string[]
}
type Case = [title: string, query: string, body: string, expected: Expected]

const auto = 'type=auto'
const created = 'type=auto&components=create'

const cases: Case[] = [
  [
    'SAP, a bill of materials with levels',
    `${created}&fileName=stueckliste.csv`,
    'Stufe;Positionsnummer;Komponente;Objektkurztext;Menge;ME;Positionstyp\n0;;PU-1;Pumpe;1;ST;\n1;0010;GE-1;Gehäuse;1,000;ST;L\n1;0020;SC-1;Schraube M6;8,000;ST;L\n2;0010;MU-1;Mutter;1,000;ST;L\n',
    { boms: { 'PU-1': ['1 GE-1', '8 SC-1'], 'SC-1': ['1 MU-1'] } },
  ],
  [
    'Oracle, items and component items',
    created,
    'Item,Item Description,Component Item,Component Description,Quantity\nAS54888,Desktop,CM01,Case,1\nAS54888,Desktop,CM02,Memory,2\nAS54999,Server,CM02,Memory,8\n',
    { boms: { AS54888: ['1 CM01', '2 CM02'], AS54999: ['8 CM02'] }, says: ["'Item' is taken as Parent"] },
  ],
  [
    'NetSuite assemblies',
    created,
    'Assembly,Component,BOM Quantity,Component Units\nTAB-1,LEG-1,4,Ea\nTAB-1,TOP-1,1,Ea\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] } },
  ],
  [
    'Odoo by the names of its fields',
    created,
    'product_tmpl_id,product_qty,bom_line_ids/product_id,bom_line_ids/product_qty\nTAB-1,1,LEG-1,4\n,,TOP-1,1\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] }, says: ["'product_tmpl_id' is taken as Parent"] },
  ],
  [
    'SolidWorks without the number of the assembly',
    `${created}&fileName=export.csv`,
    'ITEM NO.,PART NUMBER,DESCRIPTION,QTY.\n1,BR-1,Bracket,2\n2,BO-1,Bolt,8\n',
    { asks: ['bom_of_what', 'field_without_column'] },
  ],
  [
    'Windchill',
    created,
    'Level,Number,Name,Version,Quantity,Unit,State\n0,AS-1,Arm,A.1,1,each,RELEASED\n1,PA-1,Link,B.2,2,each,RELEASED\n1,PA-2,Pin,A.1,4,each,INWORK\n',
    { boms: { 'AS-1': ['2 PA-1', '4 PA-2'] } },
  ],
  [
    'Arena',
    created,
    'Level,Item Number,Item Name,Revision,Quantity,Ref Des,Category\n0,900-1,Board,A,1,,PCBA\n1,100-1,Resistor 10k,A,2,"R1,R2",Resistor\n1,100-2,Cap 100n,A,1,C1,Capacitor\n',
    { boms: { '900-1': ['2 100-1', '1 100-2'] } },
  ],
  [
    'Dynamics NAV, production BOM lines',
    created,
    'Production BOM No.,Line No.,Type,No.,Description,Quantity per,Unit of Measure Code\nTAB-1,10000,Item,LEG-1,Leg,4,PCS\nTAB-1,20000,Item,TOP-1,Top,1,PCS\n',
    { boms: { 'TAB-1': ['4 LEG-1', '1 TOP-1'] } },
  ],
  [
    'Katana recipes',
    created,
    'Product name,Product variant code / SKU,Ingredient name,Ingredient variant code / SKU,Quantity per unit\nCandle,CAN-1,Wax,WAX-1,2\nCandle,CAN-1,Wick,WIC-1,1\n',
    { boms: { 'CAN-1': ['2 WAX-1', '1 WIC-1'] } },
  ],
  [
    'Cin7 bills of materials',
    created,
    'ProductSKU,ProductName,ComponentSKU,ComponentName,Quantity\nKIT-1,Kit,BO-1,Bolt,4\nKIT-1,Kit,NU-1,Nut,4\n',
    { boms: { 'KIT-1': ['4 BO-1', '4 NU-1'] } },
  ],
  [
    'Zoho composite items',
    created,
    'Composite Item Name,SKU,Mapped Item Name,Mapped Item SKU,Mapped Quantity\nGift Box,BOX-1,Soap,SOAP-1,2\nGift Box,BOX-1,Towel,TOW-1,1\n',
    { boms: { 'BOX-1': ['2 SOAP-1', '1 TOW-1'] } },
  ],
  [
    'a German list of what is made',
    created,
    'Fertigungsartikel;Bezeichnung;Teilenummer;Menge\n4711;Tisch;BE-1;4\n4711;Tisch;PL-1;1\n4712;Bank;BE-1;6\n',
    { boms: { 4711: ['4 BE-1', '1 PL-1'], 4712: ['6 BE-1'] }, says: ["'Fertigungsartikel' is taken as Parent"] },
  ],
  [
    'a French nomenclature',
    created,
    'Article parent;Composant;Libellé;Quantité\nTAB-1;PIED-1;Pied;4\nTAB-1;PLAT-1;Plateau;1\n',
    { boms: { 'TAB-1': ['4 PIED-1', '1 PLAT-1'] } },
  ],
  [
    'a Spanish list of materials',
    created,
    'Artículo padre;Componente;Descripción;Cantidad\nMESA-1;PATA-1;Pata;4\nMESA-1;TAPA-1;Tapa;1\n',
    { boms: { 'MESA-1': ['4 PATA-1', '1 TAPA-1'] } },
  ],
  [
    'what is made under a name that nobody knows',
    `${created}&fileName=export.csv`,
    'Verwendung;Komponente;Menge\nTL-500;C-1;2\nTL-500;C-2;1\nTL-600;C-1;1\n',
    { asks: ['bom_of_what', 'columns_open', 'field_without_column'], says: ["'Verwendung' could be Parent"] },
  ],
  [
    'a bill of materials of which one list is refused',
    `${created}&fileName=export.csv`,
    'Parent,Component,Qty\nA-1,C-1,2\nB-1,C-2,as needed\nB-1,C-3,1\n',
    { boms: { 'A-1': ['2 C-1'] }, parts: { 'C-1': {} }, errors: ['B-1', 'C-2', 'C-3'] },
  ],
  [
    'WooCommerce',
    auto,
    'ID,Type,SKU,Name,Published,"Is featured?","In stock?",Stock,"Regular price",Categories,Images\n11,simple,MUG-1,Mug,1,0,1,40,12.50,Kitchen,https://x.example/a.jpg\n12,simple,MUG-2,"Mug, blue",1,0,1,3,13,Kitchen,\n',
    {
      products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5, category: 'Kitchen' }, 'MUG-2': { name: 'Mug, blue' } },
      parts: {},
    },
  ],
  [
    'BigCommerce',
    auto,
    'Item,ID,Name,SKU,Current Stock,Price,Cost,Is Visible,Channels,Categories,Page Title\nProduct,7,Mug,MUG-1,40,12.5,4,TRUE,1,Kitchen,Mug\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5, cost: 4 } }, parts: {} },
  ],
  [
    'Etsy',
    auto,
    'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,SKU\nMug,A mug,12.50,USD,40,mug,clay,https://x.example/a.jpg,MUG-1\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'Amazon',
    auto,
    'item-name\tlisting-id\tseller-sku\tprice\tquantity\timage-url\titem-is-marketplace\tasin1\nMug\t0711A\tMUG-1\t12.50\t40\t\ty\tB00X\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'eBay',
    auto,
    'Item number,Title,Variation details,Custom label (SKU),Available quantity,Currency,Start price,Watchers\n1234567,Mug,,MUG-1,40,USD,12.50,2\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'Square',
    auto,
    'Token,Item Name,Variation Name,SKU,Categories,Price,Sellable,Current Quantity Main\nX1,Mug,Regular,MUG-1,Kitchen,12.50,Y,40\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'Xero items stay parts',
    auto,
    '*ItemCode,ItemName,Quantity,PurchasesUnitPrice,SalesUnitPrice\nNU-1,Nut,40,0.20,0.50\n',
    { parts: { 'NU-1': { name: 'Nut', stockLevel: 40, cost: 0.2, retailPrice: 0.5 } }, products: {} },
  ],
  [
    'Sage stock list',
    auto,
    'Stock Code,Description,Qty in Stock,Average Cost Price,Sales Price\nNU-1,Nut,40,0.20,0.50\n',
    { parts: { 'NU-1': { name: 'Nut', stockLevel: 40, cost: 0.2, retailPrice: 0.5 } } },
  ],
  [
    'a price list in French',
    auto,
    'Réf.;Désignation;Prix HT;Remise %\nECR-1;Écrou M6;0,25;10\nECR-2;Écrou M8;1 250,50;0\n',
    { parts: { 'ECR-1': { name: 'Écrou M6' }, 'ECR-2': {} }, says: ["'Prix HT' could be Retail Price"] },
  ],
  [
    'vendors in Spanish, by the name of the file',
    `${auto}&fileName=proveedores.csv`,
    'Nombre;CIF;Teléfono;Ciudad\nAceros Ruiz;B12345678;+34 600 100 200;Bilbao\n',
    { vendors: { 'Aceros Ruiz': {} } },
  ],
  [
    'a count sheet of a foreman',
    'type=parts',
    'Count 3 Nov - Bay 4,,\nPart,Count,Recount\nN-1,41,42\nN-2,7,\n',
    { asks: ['rows_above_header', 'columns_clash'] },
  ],
  [
    'a German count sheet',
    'type=parts',
    'Artikelnr;Bezeichnung;Gezählt;Nachgezählt\nN-1;Mutter;41;42\n',
    { asks: ['columns_clash'] },
  ],
  ['a French count sheet', 'type=parts', 'Réf.;Compté;Recompté\nN-1;41;42\n', { asks: ['columns_clash'] }],
  [
    'a Spanish count sheet',
    'type=parts',
    'Código;Conteo 1;Conteo 2\nN-1;41;42\n',
    { says: ['could be Quantity'], parts: { 'N-1': { stockLevel: 5 } } },
  ],
  [
    'line breaks and blanks that nobody sees',
    'type=parts',
    '"Part\nNumber";"Item\nName";"Unit\nCost";"On\nHand"\n\u00a0P-1\u200b;"Nut\nzinc";1,50;1\u00a0200\nP-2\u00a0;"Bolt; long";\u200b0,75;\u200b5\n',
    {
      parts: {
        'P-1': { name: 'Nut\nzinc', cost: 1.5, stockLevel: 1200 },
        'P-2': { name: 'Bolt; long', cost: 0.75, stockLevel: 5 },
      },
    },
  ],
  [
    'signs that nobody sees in a bill of materials',
    created,
    'Parent,"Component\nNumber",Qty\nA-1\u200b,\u00a0C-1,\u00a02\nA-1,C-2\u200b,\u200b3\n',
    { boms: { 'A-1': ['2 C-1', '3 C-2'] } },
  ],
  [
    'a list of what somebody paid, and to whom',
    'type=parts',
    'Part Number,Name,Paid,From,Qty\nP-1,Nut,$0.20,Acme,5\n',
    {
      parts: { 'P-1': { cost: 0.2, supplierName: 'Acme', stockLevel: 5 } },
      says: ["'Paid' is taken as Cost", "'From' is taken as Supplier"],
    },
  ],
  [
    'a list with rates and net amounts',
    'type=parts',
    'Part Number,Name,Net\nP-1,Nut,0.20\n',
    { parts: { 'P-1': { cost: 0.2 } }, says: ["'Net' is taken as Cost"] },
  ],
  [
    'what was moved from one place to another is no supplier',
    'type=parts',
    'Part Number,Name,From,To,Quantity\nN-1,Nut,Bay 1,Bay 2,3\n',
    { parts: { 'N-1': { supplierName: null, stockLevel: 5 } }, says: ['This looks like an order'] },
  ],
]

test.each(cases)('%s', async (_title, query, body, { asks, errors = [], says = [], boms = {}, ...stored }) => {
  await server.given.part(company, { part_number: 'N-1', name: 'Nut', stock_level: 5 })
  await server.given.part(company, { part_number: 'N-2', name: 'Bolt', stock_level: 5 })
  const preview = (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
  for (const words of says) expect(preview.warnings).toContainEqual(expect.stringContaining(words))
  if (asks) {
    expect(preview.status).toBe('needs_mapping')
    expect(preview.problems.map(({ code }: { code: string }) => code)).toEqual(asks)
    return
  }
  expect(preview.status).toBe('previewed')
  const rows = (await operator.get(at(`imports/${preview.id}/rows?pageSize=500`))).json().items
  expect(
    rows
      .flatMap(({ action, cells }: { action: string; cells: string[] }) => (action === 'error' ? cells[0] : []))
      .toSorted(),
  ).toEqual(errors)
  await operator.post(at(`imports/${preview.id}/commit`), { goodRowsOnly: errors.length > 0 })
  for (const [noun, items] of Object.entries(stored)) {
    const own = (await list(noun)).filter(
      ({ partNumber }: Found) => !['N-1', 'N-2'].includes(String(partNumber)) || String(partNumber) in items,
    )
    const keyOf = ({ partNumber, sku, name }: Found) => String(partNumber ?? sku ?? name)
    expect(Object.fromEntries(own.map((item: Found) => [keyOf(item), item]))).toMatchObject(items)
    expect(own.map(keyOf).toSorted()).toEqual(Object.keys(items).toSorted())
  }
  const made = await Promise.all(
    ['assemblies', 'products'].map(async (noun) =>
      Promise.all(
        (await list(noun)).map(async ({ id }: Found) => {
          const item = (await operator.get(at(`${noun}/${id}`))).json()
          const lines = (item.components ?? item.bom ?? []).map((line: Found) => `${line.quantity} ${line.number}`)
          return [item.assemblyNumber ?? item.sku, lines] as const
        }),
      ),
    ),
  )
  expect(Object.fromEntries(made.flat().filter(([, lines]) => lines.length > 0))).toEqual(boms)
})
