import { createHash } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useCompany } from '../../testing/fixture.ts'
import { png as pixel } from '../../testing/given/samples.ts'
import { budget } from './thumbnails.ts'

const { server, company, operator, manager } = useCompany()

const address = (id: string, of = company.id) => `/api/companies/${of}/files/${id}/thumbnail`
const thumbnail = (id: string) => untilMade(() => operator.get(address(id)))

/** Asks again while it is being made, as screens do. */
async function untilMade(ask: () => ReturnType<typeof operator.get>) {
  for (;;) {
    const answer = await ask()
    if (answer.statusCode !== 202) return answer
    await sleep(50)
  }
}
const pathOf = (key: string) => join(server.dataDir, 'files', 'blobs', key)

const attach = (bytes: Buffer, name: string, entityId?: string, entityType = 'part') =>
  attachAs(operator, company, bytes, { name, entityId, entityType })

async function attachAs(
  { post }: Pick<typeof operator, 'post'>,
  home: typeof company,
  bytes: Buffer,
  { name, entityId, entityType = 'part' }: { name: string; entityId?: string | undefined; entityType?: string },
) {
  const query = new URLSearchParams({
    entityType,
    entityId: entityId ?? (await server.given.part(home)).id,
    name,
  })
  const answer = await post(`/api/companies/${home.id}/files?${query}`, bytes, {
    'content-type': 'application/octet-stream',
  })
  expect(answer.statusCode).toBe(201)
  const [row] = await server.given.sql<{ storage_key: string }>('select storage_key from files where id = $1', [
    answer.json().id,
  ])
  return { id: answer.json().id as string, key: row?.storage_key ?? '' }
}

const red = { r: 200, g: 30, b: 30 }
const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: red } })

test('a photo becomes a small WebP: upright, without metadata, and kept beside the file', async () => {
  const photo = await drawn(800, 400)
    .withExif({ IFD0: { Copyright: 'of the telephone' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { id, key } = await attach(photo, 'photo.jpg')
  const answer = await thumbnail(id)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': expect.stringContaining('immutable'),
  })
  const { format, width, height, exif, orientation } = await sharp(answer.rawPayload).metadata()
  expect({ format, width, height, exif, orientation }).toEqual({ format: 'webp', width: 96, height: 192 })
  expect(existsSync(pathOf(`${key}.webp`))).toBe(true)

  rmSync(pathOf(key)) // the kept one is sent, nothing is made again
  expect((await thumbnail(id)).rawPayload.equals(answer.rawPayload)).toBe(true)
})

test('a reader who already has it gets 304', async () => {
  const { id } = await attach(pixel, 'pixel.png')
  const { headers } = await thumbnail(id)
  const again = await operator.get(address(id), undefined, { 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each(['png', 'webp', 'gif'] as const)('of a small %s the thumbnail is as large as the picture', async (format) => {
  const { id } = await attach(await drawn(40, 20).toFormat(format).toBuffer(), `small.${format}`)
  expect(await sharp((await thumbnail(id)).rawPayload).metadata()).toMatchObject({ width: 40, height: 20 })
})

test('the thumbnail of an animation is a still picture', async () => {
  const frames = await Promise.all([drawn(30, 30).png().toBuffer(), sharp(pixel).resize(30, 30).png().toBuffer()])
  const { id } = await attach(
    await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer(),
    'moving.gif',
  )
  expect((await sharp((await thumbnail(id)).rawPayload).metadata()).pages ?? 1).toBe(1)
})

test('a damaged thumbnail is made again', async () => {
  const { id, key } = await attach(pixel, 'pixel.png')
  const whole = (await thumbnail(id)).rawPayload
  writeFileSync(pathOf(`${key}.webp`), whole.subarray(0, 20))
  expect((await thumbnail(id)).rawPayload.equals(whole)).toBe(true)
})

test('a picture that cannot be read, has too many pixels, or has lost its bytes has no thumbnail', async () => {
  const broken = await attach(pixel.subarray(0, 40), 'broken.png')
  const bomb = await attach(pixel, 'bomb.png')
  const bytes = Buffer.from(pixel)
  bytes.writeUInt32BE(10_000, 16)
  bytes.writeUInt32BE(6_000, 20)
  await replaceBytes(bomb, bytes)
  const lost = await attach(await drawn(9, 9).png().toBuffer(), 'lost.png')
  rmSync(pathOf(lost.key))
  for (const { id } of [broken, bomb, lost]) await expectNone(id)
  expect((await thumbnail(broken.id)).headers['cache-control']).not.toContain('immutable')
})

async function expectNone(id: string) {
  const answer = await thumbnail(id)
  expect([answer.statusCode, answer.json().message]).toEqual([404, 'No small picture can be made of this file'])
}

/** Makes the file as if it were uploaded before there was a limit. */
async function replaceBytes({ id, key }: { id: string; key: string }, bytes: Buffer) {
  writeFileSync(pathOf(key), bytes)
  await server.given.sql('alter table files disable trigger unchangeable')
  await server.given.sql('update files set sha256 = $2 where id = $1', [
    id,
    createHash('sha256').update(bytes).digest('hex'),
  ])
  await server.given.sql('alter table files enable trigger unchangeable')
}

test('thumbnails that many people request at once are all made, and other answers do not wait for them', async () => {
  const files = await Promise.all(
    Array.from({ length: 6 }, async (_, index) =>
      attach(
        await drawn(600 + index, 600)
          .png()
          .toBuffer(),
        'large.png',
      ),
    ),
  )
  const all = Promise.all([...files, ...files].map(({ id }) => thumbnail(id)))
  expect((await server.anonymous.get('/healthz')).statusCode).toBe(200)
  expect((await all).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 12 }, () => 200))
})

test('a neighbour gets a thumbnail while two people of two companies have many made (X1)', async () => {
  const interlaced = await drawn(1_200, 1_200).png({ progressive: true }).toBuffer()
  const asking = async (pictures: number) => {
    const home = await server.given.company()
    const person = await server.signIn('company_operator', home)
    const files = []
    for (let at = 0; at < pictures; at++) files.push(await attachAs(person, home, interlaced, { name: 'slow.png' }))
    return files.map(
      ({ id }) =>
        () =>
          untilMade(() => person.get(address(id, home.id))),
    )
  }
  const [many, others, [one]] = [await asking(8), await asking(8), await asking(1)]
  let answered = 0
  const all = [...many, ...others].map(async (ask) => {
    const { statusCode } = await ask()
    answered += 1
    return statusCode
  })
  await Promise.race(all)
  expect((await one?.())?.statusCode).toBe(200)
  expect(answered).toBeLessThan(12)
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]))
})

test('thumbnails that wait for their turn are answered at once and made later, so that they hold no connection (X1)', async () => {
  const interlaced = await drawn(1_200, 1_200).png({ progressive: true }).toBuffer()
  const files: Awaited<ReturnType<typeof attach>>[] = []
  for (let at = 0; at < 4; at++) files.push(await attach(interlaced, `slow ${at}.png`))
  const { patienceMs } = budget
  budget.patienceMs = 0
  const answers = await Promise.all(files.map(({ id }) => operator.get(address(id))))
  budget.patienceMs = patienceMs
  expect(answers.map(({ statusCode, body, headers }) => [statusCode, body, headers['retry-after']])).toEqual(
    files.map(() => [202, '', '1']),
  )
  for (const { headers } of answers) expect(headers['cache-control'] ?? '').not.toContain('immutable')
  const areAllMade = () => files.every(({ key }) => existsSync(pathOf(`${key}.webp`)))
  await expect.poll(areAllMade, { timeout: 30_000 }).toBe(true) // though nobody asked again
  for (const { id } of files) expect((await operator.get(address(id))).statusCode).toBe(200)
})

test('a picture that took too long under load is not remembered as one that cannot be read (X1)', async () => {
  const picture = await attach(pixel, 'busy.png')
  await replaceBytes(picture, pixel.subarray(0, 40))
  const { seconds } = budget
  budget.seconds = 0
  const answer = await thumbnail(picture.id)
  budget.seconds = seconds
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
  await replaceBytes(picture, pixel)
  expect((await thumbnail(picture.id)).statusCode).toBe(200)
})

test('a person who may not read the file gets no thumbnail, and a file that is not a picture has none', async () => {
  const { id } = await attach(pixel, 'pixel.png')
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  expect((await manager.get(address(id))).statusCode).toBe(200)
  expect((await stranger.get(address(id))).statusCode).toBe(404)
  expect((await stranger.get(address(id, other.id))).statusCode).toBe(404)
  expect((await server.anonymous.get(address(id))).statusCode).toBe(401)
  const text = await attach(Buffer.from('hello'), 'notes.txt')
  await expectNone(text.id)
})

test('lists, details, suggestions and lines name the first picture of each record', async () => {
  const part = await server.given.part(company, { part_number: 'PIC-1', name: 'Pictured part' })
  const plain = await server.given.part(company, { part_number: 'PIC-2', name: 'Plain part' })
  const assembly = await server.given.assembly(company, { assembly_number: 'PIC-3', name: 'Pictured assembly' })
  const product = await server.given.product(company, { sku: 'PIC-4', name: 'Pictured product' })
  await server.given.bomLine(company, { assembly_id: assembly.id }, { part_id: part.id })
  await server.given.bomLine(company, { product_id: product.id }, { sub_assembly_id: assembly.id })
  await attach(Buffer.from('hello'), 'notes.txt', part.id)
  const first = await attach(pixel, 'first.png', part.id)
  await attach(pixel, 'second.png', part.id)
  const [ofAssembly, ofProduct] = [
    await attach(pixel, 'a.png', assembly.id, 'assembly'),
    await attach(pixel, 'p.png', product.id, 'product'),
  ]
  const ask = async (path: string) => (await operator.get(`/api/companies/${company.id}/${path}`)).json()
  const pictures = async (path: string) =>
    Object.fromEntries((await ask(path)).items.map((item: Record<string, string>) => [item.name, item.pictureId]))

  expect(await pictures('parts?q=PIC')).toEqual({ 'Pictured part': first.id, 'Plain part': null })
  expect(await pictures('assemblies')).toEqual({ 'Pictured assembly': ofAssembly.id })
  expect(await pictures('products')).toEqual({ 'Pictured product': ofProduct.id })
  expect(await pictures('components?q=PIC')).toEqual({ 'Pictured part': first.id, 'Plain part': null })
  expect(await pictures('search?q=PIC-3')).toEqual({ 'Pictured assembly': ofAssembly.id })
  expect(await ask(`parts/${part.id}`)).toMatchObject({ pictureId: first.id })
  expect(await ask(`parts/${plain.id}`)).toMatchObject({ pictureId: null })
  expect(await ask(`assemblies/${assembly.id}`)).toMatchObject({
    pictureId: ofAssembly.id,
    linePictures: { [part.id]: first.id },
  })
  expect(await ask(`products/${product.id}`)).toMatchObject({ linePictures: { [assembly.id]: ofAssembly.id } })
  expect((await ask(`bom/${product.id}/tree`)).rows).toMatchObject([
    { pictureId: ofAssembly.id },
    { pictureId: first.id },
  ])
})
