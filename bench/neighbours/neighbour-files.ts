/** Loads of files that cost much to read: pictures, workbooks, many small files, long SOPs, PDFs. */
import { crc32, deflateSync } from 'node:zlib'
import { columnLetters, workbookOf } from '../../server/testing/workbook-file.ts'
import type { Person, Street } from './neighbour-data.ts'
import { again, type Load, rounds, together, unread, uploads } from './neighbour-ways.ts'

type Made = { id: string; url: string; items: { id: string }[] }
type Round = Parameters<typeof rounds>[1]

export function filesOn({ one, another, root }: Street): Load[] {
  const importsOf = ({ companyId }: Person) => `/api/companies/${companyId}/imports?type=parts`
  const [empty, merged, interlaced] = [emptyCells(), mergedRanges(), interlacedPicture(2_800, 2_000)]
  const books = (of: Person, file: Buffer) => uploads(of, 4, importsOf(of), file)
  const pictures = (of: Person) => rounds(10, thumbnailOf(of, interlaced))
  const base = `/api/companies/${one.companyId}`
  const lists = [
    'lists/parts?format=csv',
    'lists/parts?format=xlsx',
    'lists/assemblies?format=csv',
    'exports/vendors.csv',
  ]
  const json = ['inventory', 'tasks', 'sops'].map((data) => `data-exports/${data}`)
  const boms = ['tree', 'parts', 'parts?target=1000', 'tree.csv', 'parts.csv'].map((each) => `bom/${root}/${each}`)
  const at = (paths: string[]) => paths.map((path) => `${base}/${path}`)
  return [
    { name: '24 unread files of lists', leadMs: 2_000, begin: unread(one, at([lists, lists, json, json].flat())) },
    { name: '4 XLSX of 200,000 parts', leadMs: 1_000, begin: again(one, 4, () => `${base}/lists/parts?format=xlsx`) },
    {
      name: '12 bills of materials and where-used',
      begin: again(one, 12, (turn) => at([...boms, `where-used/${root}`])[turn % 6] ?? base),
    },
    { name: '12 previews of bulk edits of 200,000', begin: again(one, 12, () => previewOf(base)) },
    { name: 'thumbnails of 10 interlaced pictures', leadMs: 2_000, begin: pictures(one) },
    { name: '4 workbooks of 5 million empty cells', leadMs: 1_000, begin: books(one, empty) },
    { name: '4 workbooks of 50,000 merged ranges', leadMs: 1_000, begin: books(one, merged) },
    { name: '24 clients attach and remove small files', begin: rounds(24, smallFile(one)) },
    { name: 'SOPs of 90,000 letters of Markdown', begin: again(one, 12, () => longSop(one)) },
    { name: 'PDFs of 20 MB attached and downloaded', leadMs: 2_000, begin: rounds(6, pdfOf(one)) },
    { name: 'two people: thumbnails', leadMs: 2_000, begin: together(pictures(one), pictures(another)) },
    { name: 'two people: empty cells', leadMs: 1_000, begin: together(books(one, empty), books(another, empty)) },
    { name: 'two people: thumbnails, merged ranges', begin: together(pictures(one), books(another, merged)) },
  ]
}

const previewOf = (base: string) => ({
  method: 'POST',
  path: `${base}/parts/bulk-edit`,
  body: JSON.stringify({ selection: { matching: {} }, field: 'location', value: 'Shelf 1', preview: true }),
})

const bytes = 'application/octet-stream'

/** Attaches a file to a part, works with it, and removes it. */
function attached(of: Person, name: string, file: Buffer, work: (id: string, send: Parameters<Round>[1]) => unknown) {
  const base = `/api/companies/${of.companyId}`
  let parts: Promise<unknown> | undefined
  const round: Round = async (turn, send) => {
    parts ??= send({ path: `${base}/parts?pageSize=50` }, of)
    const { items } = (await parts) as Made
    const query = new URLSearchParams({ entityType: 'part', entityId: items[turn % items.length]?.id ?? '', name })
    const { id } = (await send({ method: 'POST', path: `${base}/files?${query}`, body: file, type: bytes }, of)) as Made
    await work(`${base}/files/${id}`, send)
    await send({ method: 'DELETE', path: `${base}/files/${id}` }, of)
  }
  return round
}

const thumbnailOf = (of: Person, file: Buffer) =>
  attached(of, 'drawing.png', file, (path, send) => send({ path: `${path}/thumbnail` }, of))

const smallFile = (of: Person) => attached(of, 'note.txt', Buffer.from('A note'), () => undefined)

const pdfOf = (of: Person) =>
  attached(
    of,
    'plan.pdf',
    Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(20 * 2 ** 20, 'x')]),
    async (path, send) => {
      const { url } = (await send({ path: `${path}/url` }, of)) as Made
      await send({ path: url }, of)
    },
  )

const longSop = (of: Person) => ({
  method: 'POST',
  path: `/api/companies/${of.companyId}/sops`,
  body: JSON.stringify({
    title: 'Long',
    content: '- [ ] Tighten **all** bolts of [the frame](#x) to 20~25 Nm\n'.repeat(1_500),
  }),
})

function emptyCells(): Buffer {
  const row = Array.from({ length: 250 }, (_, place) => ({ xml: `<c s="${place % 3}"/>` }))
  return workbookOf({ name: 'Sheet', rows: [['Name', 'Part Number'], ...Array(20_000).fill(row)] })
}

const mergedRanges = () =>
  workbookOf({
    name: 'Sheet',
    rows: [['Name', 'Part Number']],
    merges: Array.from(
      { length: 50_000 },
      (_, at) => `${columnLetters(at % 100)}${2 + at}:${columnLetters(at % 100)}${60_000 + at}`,
    ),
  })

/** A PNG in seven passes, as large as the server decodes at most. */
function interlacedPicture(width: number, height: number): Buffer {
  const passes = [
    [0, 8, 0, 8],
    [4, 8, 0, 8],
    [0, 4, 4, 8],
    [2, 4, 0, 4],
    [0, 2, 2, 4],
    [1, 2, 0, 2],
    [0, 1, 1, 2],
  ]
  const rows = passes.map(([x = 0, stepX = 1, y = 0, stepY = 1]) => {
    const [columns, lines] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    return Buffer.alloc(lines * (1 + columns * 8))
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([16, 6, 0, 0, 1], 8)
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')
  const data = deflateSync(Buffer.concat(rows))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
