// Takes the bytes of an XML part, calls for its elements.

import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { refusal } from '../../import-file-error.ts'

/** `name`: without its prefix. `text`: of the element and its content, if `isText` keeps it. */
type Handlers = {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML in pieces. Refuses a document type: workbooks have none, and it could define entities that grow or read files (XXE).
 * @throws ImportFileError for bytes that are not XML
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const decoder = new TextDecoder('utf-8')
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => handlers.open?.(local(name), attributes))
  if (handlers.text) parser.on('text', handlers.text)
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('doctype', fail)
  parser.on('error', fail)
  for await (const piece of bytes) {
    parser.write(decoder.decode(piece, { stream: true }))
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
