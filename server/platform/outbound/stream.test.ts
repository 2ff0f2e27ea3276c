import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { useOutside } from '../../testing/outside/outside.ts'

const { records, openai, models, outboundWith, serve } = useOutside()

describe('lines', () => {
  const collect = async (lines: AsyncIterable<string>) => {
    const found: string[] = []
    for await (const line of lines) found.push(line)
    return found
  }

  test('come one by one, whatever the pieces, and with the last one', async () => {
    const url = await serve((_, response) => {
      for (const piece of ['{"a":1}\n{"b"', ':"ä', '"}\n\n', '{"c":3}']) response.write(piece)
      response.end()
    })
    const { status, lines } = await outboundWith().stream(models({ url }))
    expect(status).toBe(200)
    expect(await collect(lines)).toEqual(['{"a":1}', '{"b":"ä"}', '{"c":3}'])
    expect(records).toMatchObject([{ status: 200, errorCode: null }])
  })

  test('of a large file are fetched only as fast as they are read, so they take little memory', async () => {
    const line = Buffer.from(`${JSON.stringify({ id: 1, note: 'x'.repeat(990) })}\n`)
    const wanted = 100_000 // 100 MB
    let sent = 0
    const url = await serve(async (_, response) => {
      for (; sent < wanted; sent++) {
        if (!response.write(line)) await new Promise((resolve) => response.once('drain', resolve))
      }
      response.end()
    })
    const { lines } = await outboundWith().stream(models({ url }))
    const reading = lines[Symbol.asyncIterator]()
    await reading.next()
    for (let before = -1; before !== sent; ) {
      before = sent
      await wait(200)
    }
    expect(sent).toBeLessThan(wanted / 4) // those in the buffers of the connection
    let count = 1
    while (!(await reading.next()).done) count++
    expect(count).toBe(wanted)
  })

  test('a text that breaks off fails while it is read, and the log says so', async () => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write('{"a":1}\n{"b', () => response.destroy())
    })
    const { lines } = await outboundWith().stream(models({ url }))
    await expect(collect(lines)).rejects.toMatchObject({ code: 'cut' })
    expect(records).toMatchObject([{ status: null, errorCode: 'cut' }])
  })

  test('silence in the middle ends after the time limit', async () => {
    const url = await serve((_, response) => void response.write('{"a":1}\n'))
    const { lines } = await outboundWith().stream(models({ url, timeoutMs: 1_000 }))
    await expect(collect(lines)).rejects.toMatchObject({ code: 'timeout' })
  })

  test('an endless line is too large', async () => {
    const url = await serve((_, response) => response.end('x'.repeat(200_000)))
    const { lines } = await outboundWith().stream(models({ url, maxBytes: 100_000 }))
    await expect(collect(lines)).rejects.toMatchObject({ code: 'too_large' })
  })

  test('a failed status has no lines, and its reason is kept', async () => {
    await openai().control.misbehave({ share: 1, kinds: [404] })
    const { status, lines } = await outboundWith().stream(models())
    expect([status, await collect(lines)]).toEqual([404, []])
    expect(records).toMatchObject([{ status: 404, detail: expect.stringContaining('error') }])
  })

  test('the beginning is tried again', async () => {
    await openai().control.misbehave({ share: 1, kinds: [503, 'refused'], times: 2 })
    const { status, lines } = await outboundWith().stream(models())
    expect([status, (await collect(lines)).length]).toEqual([200, 1])
  })

  test('a caller that stops reading releases the connection', async () => {
    let isClosed: () => void
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve
    })
    const url = await serve((_, response) => {
      response.on('close', () => isClosed())
      const timer = setInterval(() => response.write('{"a":1}\n'), 5)
      response.on('close', () => clearInterval(timer))
    })
    const { lines } = await outboundWith().stream(models({ url }))
    for await (const _ of lines) break
    await closed
    expect(records).toMatchObject([{ status: 200 }])
  })
})
