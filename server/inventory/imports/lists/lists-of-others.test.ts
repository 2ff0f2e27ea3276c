// Lists as other systems and people make them, in several languages: each was written with what should become of it before it was imported.

import { test } from 'vitest'
import { useServer } from '../../../testing/fixture.ts'
import { type FileCase, importFile, sheet } from '../../../testing/import-file.ts'

const { server, company, operator } = useServer()

const auto = 'type=auto'

const cases: FileCase[] = [
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
  [
    'Wix',
    auto,
    'handleId,fieldType,name,description,productImageUrl,collection,sku,ribbon,price,surcharge,visible,inventory\np1,Product,Mug,A mug,a.jpg,Kitchen,MUG-1,,12.5,,TRUE,40\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'Squarespace',
    auto,
    'Product ID,Variant ID,Product Type,Title,Description,SKU,Price,Sale Price,On Sale,Stock,Categories,Tags,Visible,Hosted Image URLs\n1,2,PHYSICAL,Mug,A mug,MUG-1,12.5,0,No,40,Kitchen,mug,Yes,a.jpg\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'Magento',
    auto,
    'sku,product_type,categories,name,description,price,visibility,url_key,meta_title,qty\nMUG-1,simple,Kitchen,Mug,A mug,12.5,"Catalog, Search",mug,Mug,40\n',
    { products: { 'MUG-1': { name: 'Mug', retailPrice: 12.5 } }, parts: {} },
  ],
  [
    'PrestaShop',
    auto,
    'Product ID;Active;Name;Categories;Price tax excluded;Reference #;Quantity;Tags;Meta title;Image URLs\n1;1;Mug;Kitchen;12.5;MUG-1;40;mug;Mug;a.jpg\n',
    { products: { 'MUG-1': { name: 'Mug' } }, parts: {} },
  ],
  [
    'a price list of a vendor as a workbook, in euros',
    'type=parts&fileName=preise.xlsx',
    sheet([
      ['Artikel-Nr.', 'Bezeichnung', 'EK netto'],
      [[42, '"SCH-"0000'], 'Schraube M6', [0.125, '#,##0.00 [$€-407]']],
    ]),
    { errors: ['SCH-0042'], says: ['other currencies than dollars'], parts: {} },
  ],
  [
    'a stock list as a workbook with line breaks in its header',
    'type=parts&fileName=stock.xlsx',
    sheet([
      ['Part\nNumber', 'Part\nName', 'Qty\non Hand', 'Unit Cost\n(USD)'],
      ['P-1\u00a0', 'Nut', [1200, '#,##0'], [0.333333, '0.00']],
      ['\u200bP-2', 'Bolt', [5, '0" pcs"'], [12, '$#,##0.00']],
    ]),
    {
      parts: {
        'P-1': { name: 'Nut', stockLevel: 1200, cost: 0.333333 },
        'P-2': { name: 'Bolt', stockLevel: 5, cost: 12 },
      },
    },
  ],
  [
    'a count sheet as a workbook with two counts',
    'type=parts&fileName=count.xlsx',
    sheet([
      ['Part Number', 'System Qty', 'Count', 'Recount', 'By'],
      ['N-1', [5, '0'], [7, '0'], [6, '0'], 'AB'],
    ]),
    { asks: ['columns_clash'] },
  ],
  [
    'a count sheet with a first and a second count',
    'type=parts',
    'Part Number,First Count,Second Count\nN-1,41,42\n',
    { says: ["'First Count' and 'Second Count' could be Quantity"], parts: { 'N-1': { stockLevel: 5 } } },
  ],
  [
    'what is available beside the whole stock, as JTL writes them',
    'type=parts',
    'Artikelnummer;Artikelname;Lagerbestand Gesamt;Verfügbar\nA-1;Tasse;30;28\n',
    { parts: { 'A-1': { stockLevel: 30 } } },
  ],
  [
    'what is available beside a balance',
    'type=parts',
    'Part Number,Name,Available Stock,Balance Qty\nA-1,Cup,28,30\n',
    { parts: { 'A-1': { stockLevel: 30 } } },
  ],
  [
    'what the system expects beside what was counted',
    'type=parts',
    'Part Number,Expected,Counted,Variance\nN-1,5,7,2\n',
    { parts: { 'N-1': { stockLevel: 7 } } },
  ],
  [
    'suppliers in a sheet that says so',
    'type=auto&fileName=book1.xlsx',
    sheet(
      [
        ['Firma', 'Ort'],
        ['Acme', 'Bonn'],
      ],
      'Lieferanten',
    ),
    { vendors: { Acme: {} } },
  ],
]

test.each(cases)('%s', (...file) => importFile({ server, company, operator }, file))
