import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileAttachment } from 'contract/files/files.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useOwnCompany } from '../testing/fixture.ts'
import { pdf, png, zip } from '../testing/given/samples.ts'

const { server, company, operator, manager } = useOwnCompany()

const bytes = { 'content-type': 'application/octet-stream' }
type Target = { entityType?: string; entityId: string; name?: string }

const address = ({ entityType = 'part', entityId, name = 'notes.txt' }: Target, of = company.id) =>
  `/api/companies/${of}/files?${new URLSearchParams({ entityType, entityId, name })}`

const upload = (
  target: Target,
  body: string | Buffer = 'hello',
  headers: Record<string, string> = bytes,
  by = operator,
) => by.post(address(target), body, headers)

const tables = { part: 'parts', assembly: 'assemblies', product: 'products' }

const newPart = async (): Promise<string> => (await server.given.part(company)).id

const filesOf = async (entityId: string, entityType = 'part'): Promise<FileAttachment[]> =>
  (await operator.get(`/api/companies/${company.id}/files?entityType=${entityType}&entityId=${entityId}`)).json().items

const blobFiles = () => readdirSync(join(server.dataDir, 'files', 'blobs', company.id))
const incomingFiles = () => readdirSync(join(server.dataDir, 'files', 'incoming'))

test.each(['part', 'assembly', 'product'] as const)('a file of a %s is listed with all its facts', async (kind) => {
  const { id } = await server.given[kind](company)
  const answer = await upload({ entityType: kind, entityId: id, name: 'Front view.PNG' }, png)
  expect(answer.statusCode).toBe(201)
  const { changeSetId, ...stored } = answer.json()
  expect(stored).toMatchObject({
    ...{ entityType: kind, entityId: id, name: 'Front view.PNG', type: 'image/png', size: png.length, isImage: true },
    sha256: createHash('sha256').update(png).digest('hex'),
    uploadedBy: expect.stringMatching(/^Test Person/),
  })
  expect(stored.path).toMatch(new RegExp(`^${company.id}/${kind}/${id}/\\d+-[0-9a-f]+\\.png$`))
  expect(changeSetId).not.toBeNull()
  expect(await filesOf(id, kind)).toEqual([stored])
  expect(stored).not.toHaveProperty('storageKey')
  const record = `${tables[kind]}/${id}`
  const { files } = (await operator.get(`/api/companies/${company.id}/${record}`)).json()
  const { name, path, type, size } = stored
  expect(files).toEqual([{ id: stored.id, name, path, type, size }])
})

test('an id in capitals is the same id', async () => {
  const part = await newPart()
  const answer = await operator.post(address({ entityId: part }, company.id.toUpperCase()), 'hello', bytes)
  expect(answer.statusCode).toBe(201)
  expect(answer.json().path).toMatch(new RegExp(`^${company.id}/part/${part}/`))
  expect(await filesOf(part)).toHaveLength(1)
})

test('a person who may only read the record reads its files and changes none', async () => {
  const part = await newPart()
  const file = (await upload({ entityId: part })).json()
  const refusal = await upload({ entityId: part }, 'x', bytes, manager)
  expect([refusal.statusCode, refusal.json().message]).toEqual([403, 'You do not have permission to upload files'])
  const removal = await manager.delete(`/api/companies/${company.id}/files/${file.id}`)
  expect([removal.statusCode, removal.json().message]).toEqual([403, 'You do not have permission to delete files'])
  expect(
    (await manager.get(`/api/companies/${company.id}/files?entityType=part&entityId=${part}`)).json().items,
  ).toHaveLength(1)
})

test('a record of another company is answered like an unknown one (T19, T69)', async () => {
  const foreign = (await server.given.part(await server.given.company())).id
  const unknown = '01234567-89ab-7def-8123-456789abcdef'
  for (const ask of [
    (id: string) => upload({ entityId: id }),
    (id: string) => operator.get(`/api/companies/${company.id}/files?entityType=part&entityId=${id}`),
  ]) {
    const answer = await ask(foreign)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe((await ask(unknown)).body)
  }
})

test('a file cannot be attached by its name in the record (T19, T23)', async () => {
  const file = (await upload({ entityId: await newPart() })).json()
  const answer = await operator.patch(`/api/companies/${company.id}/parts/${await newPart()}`, { files: [file.id] })
  expect([answer.statusCode, answer.json().data.issues[0].field]).toEqual([400, 'files'])
})

test.each([
  ['no kind', { entityType: 'vendor', entityId: '01234567-89ab-7def-8123-456789abcdef' }, 400],
  ['no id', { entityId: '7' }, 400],
  ['no name', { entityId: '01234567-89ab-7def-8123-456789abcdef', name: '' }, 400],
  ['a name without end', { entityId: '01234567-89ab-7def-8123-456789abcdef', name: 'x'.repeat(1_001) }, 400],
])('%s is refused', async (_what, target, status) => {
  expect((await upload(target)).statusCode).toBe(status)
})

test('a body that is not a file is refused', async () => {
  const part = await newPart()
  expect((await upload({ entityId: part }, '{}', { 'content-type': 'application/json' })).statusCode).toBe(415)
  const form = `--x\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n`.repeat(1_000)
  expect(
    (await upload({ entityId: part }, form, { 'content-type': 'multipart/form-data; boundary=x' })).statusCode,
  ).toBe(415)
  expect((await upload({ entityId: part }, '')).json().message).toMatch(/^The file is empty|^Choose a file/)
  expect((await operator.post(address({ entityId: part }))).statusCode).toBe(422)
  expect((await operator.post(`/api/companies/${company.id}/parts`, 'x', bytes)).statusCode).toBe(415)
  expect((await operator.post(`/api/companies/${company.id}/imports?type=parts`, 'Name\nx', bytes)).statusCode).toBe(
    415,
  )
})

const docx = zip('[Content_Types].xml', 'word/document.xml')

const [jpeg, webp] = await Promise.all([sharp(png).jpeg().toBuffer(), sharp(png).webp().toBuffer()])

describe('the bytes of a file decide its type (T67)', () => {
  test.each<[name: string, body: string | Buffer, type: string]>([
    ['a.pdf', pdf, 'application/pdf'],
    ['a.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['a.xlsx', zip('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.jpeg', jpeg, 'image/jpeg'],
    ['a.gif', 'GIF89a\x01\0\x01\0<script>alert(1)</script>', 'image/gif'],
    ['a.webp', webp, 'image/webp'],
    ['a.step', 'ISO-10303-21;\nHEADER;', 'model/step'],
    ['a.stl', 'solid cube\nendsolid', 'model/stl'],
    ['b.stl', Buffer.alloc(84 + 50, 0).fill(1, 80, 81), 'model/stl'],
    ['a.dxf', '  0\nSECTION\n  2\nHEADER\n', 'image/vnd.dxf'],
    ['a.mp4', '\0\0\0\x18ftypmp42', 'video/mp4'],
    ['a.csv', 'Name;Größe\r\nBolt;5\r\n', 'text/csv'],
    ['a.txt', Buffer.from('\ufeffhello', 'utf16le'), 'text/plain'],
    ['a.txt', '<svg onload="alert(1)">', 'text/plain'],
  ])('%s %#', async (name, body, type) => {
    const sent = { 'content-type': 'application/octet-stream' }
    const answer = await upload({ entityId: await newPart(), name }, body, sent)
    expect([answer.statusCode, answer.json().type]).toEqual([201, type])
  })

  test.each<[name: string, body: string | Buffer, why: string]>([
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'Files of this kind cannot be attached'],
    ['a.html', '<html></html>', 'Files of this kind cannot be attached'],
    ['a.xml', '<?xml version="1.0"?>', 'Files of this kind cannot be attached'],
    ['.htaccess', 'Options +ExecCGI', 'Files of this kind cannot be attached'],
    ['a.png', '<html></html>', 'This is not a PNG file, although its name says so'],
    ['a.pdf.exe', pdf, 'This is a PDF file, but its name does not end in .pdf'],
    ['a.pdf', png, 'This is a PNG file, but its name does not end in .png'],
    ['a.docm', zip('word/document.xml'), 'This is a DOCX file, but its name does not end in .docx'],
    ['a.docx', zip('word/document.xml', 'word/vbaProject.bin'), 'This is not a DOCX file, although its name says so'],
    ['a.docx', zip('evil.js'), 'This is not a DOCX file, although its name says so'],
    ['a.csv', 'MZ\x90\0\x03', 'This is not a CSV file, although its name says so'],
    ['a.exe', 'MZ\x90\0\x03', 'Files of this kind cannot be attached'],
    [
      'a.mp4',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      'This is not an MP4 file, although its name says so: it is a HEIC photo',
    ],
    ['a.mp4', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'it is a HEIC photo: save it as JPEG'],
    ['a.jpg', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'it is an AVIF picture'],
    ['a.mp4', '\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'it is a QuickTime video (MOV): save it as MP4'],
    ['a.mp4', '\0\0\0\x14ftypM4A \0\0\0\0M4A ', 'it is a sound recording (M4A)'],
    ['IMG_1.HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'Files of this kind cannot be attached'],
    ['a.webp', 'RIFF\x24\0\0\0WAVEfmt ', 'it is a sound recording (WAV)'],
    ['a.mp4', 'RIFF\x24\0\0\0AVI LIST', 'it is an AVI video'],
    ['a.xlsx', zip('META-INF/MANIFEST.MF'), 'it is a Java program (JAR)'],
    [
      'a.docx',
      Buffer.from('PK\u0003\u0004 mimetypeapplication/vnd.oasis.opendocument.text', 'latin1'),
      'it is an OpenDocument text (ODT)',
    ],
    ['a.xlsx', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'it is a file of an old Office'],
    ['a.pdf', '\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'This is an MP4 file, but its name does not end in .mp4'],
  ])('%s is refused %#', async (name, body, why) => {
    const before = incomingFiles().length
    const answer = await upload({ entityId: await newPart(), name }, body)
    expect([answer.statusCode, answer.json().message]).toEqual([422, expect.stringContaining(why)])
    expect(incomingFiles()).toHaveLength(before)
  })

  test('the type that the request states is ignored', async () => {
    const target = { entityId: await newPart(), name: 'a.png' }
    expect((await upload(target, png, { 'content-type': 'text/html;image/png' })).statusCode).toBe(415)
    expect((await upload(target, png, { 'content-type': 'image/gif' })).json().type).toBe('image/png')
  })
})

test.each([
  ['../../etc/x.txt', 'x.txt'],
  ['..%2fx.txt', '%2fx.txt'],
  ['C:\\Users\\me\\x.txt', 'x.txt'],
  ['a\u0007b\r\nSet-Cookie: c=1.txt', 'ab  Set-Cookie: c=1.txt'],
  ['CON.txt', '_CON.txt'],
  ['\u202etxt.exe\u202c.txt', 'txt.exe.txt'],
  ['\u200b\u2066\ufeffdrawing.txt', 'drawing.txt'],
  ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
  [`${'😀'.repeat(300)}.txt`, `${'😀'.repeat(196)}.txt`],
  ['drawing.txt. . ', 'drawing.txt'],
])('the name %j becomes %j (T62, T68)', async (sent, name) => {
  const answer = await upload({ entityId: await newPart(), name: sent })
  expect([answer.statusCode, answer.json().name]).toEqual([201, name])
})

describe('limits', () => {
  test('26 MB are too much, whatever length the request states (T70)', async () => {
    const target = { entityId: await newPart(), name: 'big.txt' }
    const large = Buffer.alloc(26 * 2 ** 20, 'x')
    const stated = await upload(target, large)
    expect([stated.statusCode, stated.json().message]).toEqual([413, 'A file can be at most 25 MB'])
    const kept = blobFiles().length
    const exact = await upload(target, large.subarray(0, 25 * 2 ** 20))
    expect(exact.statusCode).toBe(201)
    expect(blobFiles()).toHaveLength(kept + 1)
  })

  test('a record has at most 20 files, also when they arrive at once', async () => {
    const part = await newPart()
    const answers = await Promise.all(Array.from({ length: 24 }, () => upload({ entityId: part })))
    const refused = answers.filter((answer) => answer.statusCode !== 201)
    expect(refused.map((answer) => answer.statusCode)).toEqual([413, 413, 413, 413])
    expect(refused[0]?.json().message).toBe('A record can have at most 20 files: remove one first')
    expect(await filesOf(part)).toHaveLength(20)
  })

  test('the files of a company have at most 5 GB, without an effect on other companies (T74)', async () => {
    const full = await server.given.company()
    const part = await server.given.part(full)
    await server.given.file(full, { part_id: part.id }, { size: 5 * 2 ** 30 - 3 })
    const there = await server.signIn('company_operator', full)
    const send = (body: string) => there.post(address({ entityId: part.id }, full.id), body, bytes)
    const answer = await send('four')
    expect([answer.statusCode, answer.json().message]).toEqual([
      413,
      'The files of this company have reached 5 GB: remove some first',
    ])
    expect((await send('3ch')).statusCode).toBe(201)
    expect((await upload({ entityId: await newPart() })).statusCode).toBe(201)
  })
})

test('an upload that is sent twice is one file; the bytes of the second are not stored', async () => {
  const part = await newPart()
  const before = incomingFiles().length
  const key = { ...bytes, 'idempotency-key': 'drop-1' }
  const first = (await upload({ entityId: part }, 'once', key)).json()
  const kept = blobFiles().length
  expect((await upload({ entityId: part }, 'once', key)).json()).toEqual(first)
  expect([await filesOf(part), blobFiles().length, incomingFiles().length]).toEqual([
    [expect.objectContaining({ id: first.id })],
    kept,
    before,
  ])
  expect((await upload({ entityId: part }, 'other', key)).statusCode).toBe(422)
})

test('the records of a company that was sold keep their files', async () => {
  const sold = await server.given.company()
  const part = await server.given.part(sold)
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [sold.id])
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await sbr.post(address({ entityId: part.id }, sold.id), 'x', bytes)).statusCode).toBe(409)
})
