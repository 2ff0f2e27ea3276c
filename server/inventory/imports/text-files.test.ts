import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'

const { company, operator } = useServer()

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const upload = async (body: Buffer | string, query = '') =>
  (await operator.post(at(`imports?${query}`), body, { 'content-type': 'text/csv' })).json()
const store = async (body: Buffer | string, query = '') => {
  const preview = await upload(body, query)
  await operator.post(at(`imports/${preview.id}/commit`), {})
  return { preview, parts: (await operator.get(at('parts?sort=partNumber'))).json().items }
}

test('a German file: titles above the header, semicolons, decimal commas, Windows-1252', async () => {
  const text =
    'Stückliste Anlage 7;;;\r\nStand: 22.11.2026;;;\r\n\r\nArtikelnummer;Bezeichnung;EK-Preis;Bestand\r\nM8-20;Sechskantschraube M8×20, verzinkt;0,35;1200\r\nU-8;Unterlegscheibe groß;1.234,50;40\r\n'
  const { preview, parts } = await store(Buffer.from(text, 'latin1'))
  expect(preview.file).toMatchObject({ encoding: 'windows-1252', separator: 'semicolon', headerRow: 4 })
  expect(parts).toMatchObject([
    { partNumber: 'M8-20', name: 'Sechskantschraube M8×20, verzinkt', cost: 0.35, stockLevel: 1200 },
    { partNumber: 'U-8', name: 'Unterlegscheibe groß', cost: 1234.5, stockLevel: 40 },
  ])
})

test('a French file with a line sep=', async () => {
  const { preview, parts } = await store(
    '\uFEFFsep=;\r\nRéférence;Désignation;Coût;Emplacement\r\nÉ-1;Écrou M8, inox;12,5;Rayon 3\r\n',
  )
  expect(preview.file).toMatchObject({ encoding: 'utf-8', separator: 'semicolon', headerRow: 1 })
  expect(parts).toMatchObject([{ partNumber: 'É-1', name: 'Écrou M8, inox', cost: 12.5, location: 'Rayon 3' }])
})

test('a file of an old program on a Mac: lines end with CR, and letters are those of the Mac', async () => {
  const mac = Buffer.from(
    'Artikelnummer;Bezeichnung;Bestand\rM-1;Gr\x9a\xa7e 5 D\x9fbel;12\rM-2;\x80rmel f\x9fr \x85se;7\r',
    'latin1',
  )
  const { preview, parts } = await store(mac)
  expect(preview.file).toMatchObject({ encoding: 'macintosh', separator: 'semicolon' })
  expect(preview.warnings).toEqual(['The file is not UTF-8 and was read as Western European (Mac): check its letters'])
  expect(parts).toMatchObject([{ name: 'Größe 5 Dübel' }, { name: 'Ärmel für Öse', stockLevel: 7 }])
})

test.each([
  [
    'Artikelnr;Benämning;Antal;Inköpspris;Leverantör;Lagerplats',
    'partNumber name stockLevel cost supplierName location',
  ],
  [
    'Varenr.;Varebetegnelse;Beholdning;Kostpris;Leverandør;Lokation',
    'partNumber name stockLevel cost supplierName location',
  ],
  ['Indeks;Nazwa;Ilość;Cena zakupu;Dostawca;Lokalizacja', 'partNumber name stockLevel cost supplierName location'],
  ['物料编码;物料名称;库存数量;成本;供应商;仓位', 'partNumber name stockLevel cost supplierName location'],
  ['Part No;Part;Item Qty;Item Cost;Vend.;Item Location', 'partNumber name stockLevel cost supplierName location'],
])('a list names its columns in its own language: %s', async (header, fields) => {
  const { columns } = await upload(`${header}\nA-1;Nut;5;1,20;Acme;R1\n`, 'type=parts')
  expect(columns.map((column: { fields: string[] }) => column.fields[0]).join(' ')).toBe(fields)
})

test.each(['|', '\t'])('cells separated by %j, below a title with commas', async (sign) => {
  const lines = [
    ['Parts list, first floor, 2026'],
    ['Part Number', 'Name', 'Location'],
    ['N-1', 'Nut, M8', 'Bin 1'],
    ['B-1', 'Bolt, M8', 'Bin 2'],
    ['S-1', 'Screw', 'Bin 3'],
  ]
  const { parts } = await store(lines.map((cells) => cells.join(sign)).join('\n'))
  expect(parts).toMatchObject([{ name: 'Bolt, M8' }, { name: 'Nut, M8', location: 'Bin 1' }, { name: 'Screw' }])
})

// 'Part number, name, location' of a Russian and of a Japanese list, in the bytes that their programs write.
const cyrillic = Buffer.from(
  'Part Number;Name;Location\r\n' +
    'Б-1;Болт М8 оцинкованный;Полка 3\r\nГ-2;Гайка шестигранная М8;Полка 4\r\nШ-5;Шайба пружинная стальная;Полка 5\r\n',
)
const windows1251 = (text: Buffer) =>
  Buffer.from(
    [...text.toString()].map((char) => {
      const code = char.charCodeAt(0)
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
    }),
  )
// 'P-1,六角ボルト,棚３' and 'P-2,平座金ステンレス,棚４'
const shiftJis = Buffer.concat([
  Buffer.from('Part Number,Name,Location\r\n'),
  Buffer.from('502d312c985a8a70837b838b83672c924982520d0a', 'hex'),
  Buffer.from('502d322c95bd8dc08be0835883658393838c83582c924982530d0a', 'hex'),
])

test('a Cyrillic and a Shift-JIS file are recognised by their letters', async () => {
  const { preview, parts } = await store(windows1251(cyrillic))
  expect(preview.file.encoding).toBe('windows-1251')
  expect(preview.warnings).toContain('The file is not UTF-8 and was read as Cyrillic (Windows-1251): check its letters')
  expect(parts).toMatchObject([
    { name: 'Болт М8 оцинкованный', location: 'Полка 3' },
    { name: 'Гайка шестигранная М8' },
    {},
  ])
  const japanese = await upload(shiftJis)
  expect(japanese.file.encoding).toBe('shift_jis')
  expect(japanese.columns[1].samples).toEqual(['六角ボルト', '平座金ステンレス'])
})

test.each([
  [
    'Russian',
    windows1251(Buffer.from('Артикул;Наименование;Кол-во;Закупочная цена;Склад\r\nБ-1;Болт М8;1200;12,50;Полка 3\r\n')),
  ],
  ['Japanese', Buffer.from('品番,品名,在庫数,原価,棚番\nБ-1,Болт М8,1200,12.5,Полка 3\n')],
])('%s headers are known without a mapping, and so is the kind of file', async (_, body) => {
  const { preview, parts } = await store(body)
  expect(preview).toMatchObject({ type: 'parts', summary: { create: 1, error: 0 } })
  expect(parts).toMatchObject([
    { partNumber: 'Б-1', name: 'Болт М8', stockLevel: 1200, cost: 12.5, location: 'Полка 3' },
  ])
})

test('a Russian list of levels is a bill of materials', async () => {
  const { preview } = await store(
    'Уровень;Обозначение;Наименование;Кол.\n1;М-7;Станок;1\n2;П-1;Плита;4\n2;В-2;Винт;8\n',
  )
  expect(preview).toMatchObject({ types: ['products'], bom: { parents: 1, unknown: 2, tops: ['М-7'] } })
})

test('the choices of the user take precedence over what the server finds', async () => {
  const chosen = await upload(windows1251(cyrillic), 'encoding=koi8-r')
  expect(chosen.file.encoding).toBe('koi8-r')
  expect(chosen.warnings).toEqual([])
  const sheet = 'a;b|c\nPart Number;Name|Nut\nX;1|2\n'
  const { file, columns } = await upload(sheet, 'separator=bar&headerRow=2&type=parts')
  expect(file).toMatchObject({ separator: 'bar', headerRow: 2 })
  expect(columns.map(({ header }: { header: string }) => header)).toEqual(['Part Number;Name', 'Nut'])
  expect(file.opening[0]).toEqual({ rowNumber: 1, cells: ['a;b', 'c'] })
})

test('a file of sections keeps its own headers', async () => {
  const { file, types } = await upload('#PARTS\nPart Number,Name\nN-1,Nut\n#VENDORS\nName\nAcme\n')
  expect(file.headerRow).toBeNull()
  expect(types).toEqual(['parts', 'vendors'])
})

test.each([
  ['GrÃ¶ÃŸe', 'Name holds letters that another program has broken'],
  ['Gr\ufffd\ufffde', 'Name holds letters that another program has broken'],
  ['Nut &amp; bolt', 'Name holds letters that another program has broken'],
  ['(blank)', "Name keeps words for 'nothing' as text"],
  ['NULL', "Name keeps words for 'nothing' as text"],
  ['None', "Name keeps words for 'nothing' as text"],
  ['<NA>', "Name keeps words for 'nothing' as text"],
  ['=CONCAT(A1;B1)', 'Name holds formulas, which are kept as text'],
  ['=$B$2+1', 'Name holds formulas, which are kept as text'],
])('a text that is probably not meant so is told: %s', async (text, told) => {
  const { warnings } = await upload(`Part Number,Name\nA-1,${text}\nA-2,Größe Ø5 &c. Ãrea 1 — naïve\n`, 'type=parts')
  expect(warnings).toEqual([expect.stringContaining(`${told}: '${text}' in row 2`)])
})

// The bytes of old encodings, for the letters that differ from Windows-1252.
const bytesIn = (letters: Record<string, number>) => (text: string) =>
  Buffer.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))
const windows1250 = bytesIn({
  ...{ ą: 0xb9, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ś: 0x9c, ź: 0x9f, ż: 0xbf, Ł: 0xa3, Ś: 0x8c, Ż: 0xaf },
  ...{ š: 0x9a, č: 0xe8, ě: 0xec, ř: 0xf8, ů: 0xf9, ž: 0x9e, ť: 0x9d, ň: 0xf2, ő: 0xf5, ű: 0xfb, Ő: 0xd5 },
})
const iso88592 = bytesIn({ ą: 0xb1, ć: 0xe6, ę: 0xea, ł: 0xb3, ń: 0xf1, ś: 0xb6, ź: 0xbc, ż: 0xbf })
const windows1254 = bytesIn({ ğ: 0xf0, ı: 0xfd, ş: 0xfe, İ: 0xdd, Ş: 0xde })

test.each([
  ['windows-1250', windows1250, 'Indeks;Nazwa;Ilość', 'Śruba sześciokątna'],
  ['windows-1250', windows1250, 'Indeks;Nazwa;Stan', 'Łożysko kulkowe'],
  ['windows-1250', windows1250, 'Indeks;Nazwa;Stan', 'Podkładka'],
  ['windows-1250', windows1250, 'Part Number;Name;Quantity', 'Śruba'],
  ['windows-1250', windows1250, 'Part Number;Name;Quantity', 'Příruba šroubení, tyč závitová'],
  ['windows-1250', windows1250, 'Part Number;Name;Quantity', 'Őrlőgörgő készlet'],
  ['iso-8859-2', iso88592, 'Part Number;Name;Quantity', 'Zaślepka ocynkowana, gwoździe'],
  ['windows-1254', windows1254, 'Part Number;Name;Quantity', 'Bağlantı parçası'],
  ['windows-1254', windows1254, 'Part Number;Name;Quantity', 'Yağ kabı'],
] as const)(
  'letters of %s that are none in Western Europe show the encoding',
  async (encoding, bytes, header, name) => {
    const { file, warnings, columns } = await upload(bytes(`${header}\r\nA-1;${name};5\r\n`), 'type=parts')
    expect(file.encoding).toBe(encoding)
    expect(columns[1].samples).toEqual([name])
    expect(warnings).toContainEqual(expect.stringContaining('The file is not UTF-8 and was read as'))
  },
)

test.each([
  ...[
    'Cœur en laiton',
    'Œil de levage',
    'Manœuvre, fœtus',
    'Pompe 5 m³/h, août',
    'Filtro ¿qué?',
    '£12 fixture',
    'Preis¹ groß',
  ],
  ...[
    'Þrýstirör úr stáli',
    'Breið rör',
    'Peça ç, ligação, põe',
    'Rør 5 mm, ærlig',
    'Prix ½ coût',
    'Ø5±0,1 mm',
    'L’Haÿ-les-Roses',
  ],
])('letters of Western Europe stay as they are: %s', async (name) => {
  const old = Buffer.from([...name].map((letter) => ({ œ: 0x9c, Œ: 0x8c, '’': 0x92 })[letter] ?? letter.charCodeAt(0)))
  const body = Buffer.concat([Buffer.from('Part Number;Name;Quantity\r\nA-1;'), old, Buffer.from(';5\r\n')])
  const { file, columns } = await upload(body, 'type=parts')
  expect(file.encoding).toBe('windows-1252')
  expect(columns[1].samples).toEqual([name])
})

test('a yen sign of Shift-JIS is one, and not a backslash', async () => {
  const row = (hex: string, cost: string) =>
    Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(`,"${cost}",C:\\12\r\n`)])
  const { file, columns, id } = await upload(
    Buffer.concat([
      Buffer.from('Part Number,Name,Cost,Notes\r\n'),
      row('502d312c985a8a70837b838b8367', '\\1,200'),
      row('502d322c95bd8dc08be0835883658393838c8358', '\\80'),
    ]),
  )
  expect(file.encoding).toBe('shift_jis')
  expect(columns[2]).toMatchObject({ samples: ['¥1,200', '¥80'], currencies: { found: ['¥'] } })
  expect(columns[3].samples).toEqual(['C:\\12'])
  expect(id).toBeTruthy()
})

test.each(['stock.psv', 'STOCK.TAB', 'stock.dat'])('a text with cells between signs may be called %s', async (name) => {
  const { preview } = await store('Part Number|Name|Qty\nA|Nut, M8|5\n', `fileName=${name}`)
  expect(preview).toMatchObject({ file: { separator: 'bar' }, summary: { create: 1, error: 0 } })
})
