import { clean, withoutEnd } from 'contract/text.ts'

const longest = 200
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * The name under which readers see and save a file: the last part of a path, on one line, without invisible characters and
 * without anything that Windows reserves (T62, T68). On the server, nothing is named by it.
 */
export function cleanFileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? ''
  const visible = withoutEnd(clean(last.replace(/[\t\r\n\u2028\u2029]/g, ' ')).replace(/^\.+/, ''), '. ')
  const free = visible.replace(reserved, '_$1') || 'file'
  const dot = free.lastIndexOf('.')
  const tail = dot > 0 && free.length - dot <= 10 ? free.slice(dot) : ''
  return Array.from(free).length <= longest
    ? free
    : Array.from(free.slice(0, free.length - tail.length))
        .slice(0, longest - tail.length)
        .join('') + tail
}
