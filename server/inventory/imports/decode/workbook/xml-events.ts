// Takes the bytes of an XML part, calls for its elements.

import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { refusal } from '../../import-file-error.ts'
import { maxElements, maxPartSeconds } from './workbook-limits.ts'

/** `name`: without its prefix. `text`: of the element and its content, if `isText` keeps it. */
type Handlers = {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML in pieces, within a budget of elements and of seconds of this thread, so that a busy machine refuses no file. Refuses a document
 * type: workbooks have none, and it could define entities that grow or read files (XXE).
 * @throws ImportFileError for bytes that are not XML, and beyond the budget
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const decoder = new TextDecoder('utf-8')
  const begin = process.threadCpuUsage()
  let elements = 0
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    elements += 1
    if (elements > maxElements) throw refusal('workbook_too_complex', {})
    handlers.open?.(local(name), attributes)
  })
  if (handlers.text) parser.on('text', handlers.text)
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('doctype', fail)
  parser.on('error', fail)
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }))
    if (process.threadCpuUsage(begin).user > maxPartSeconds * 1_000_000) throw refusal('too_slow', {})
    yield
  }
  parser.close()
  yield
}

/** Reads all XML at once. */
export async function readWholeXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): Promise<void> {
  for await (const _ of readXml(bytes, handlers));
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

function fail(): never {
  throw refusal('workbook_broken', {})
}
