import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { insideOf } from './addresses.ts'
import FormattedSop from './formatted-sop.tsx'
import { Place, type SopPlace } from './sop-place.ts'
import { warningsOf } from './text-warnings.ts'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: unknown }) => createElement('a', { href: to }, children as string),
}))
vi.mock('../../files/public.tsx', () => ({
  StoredPicture: ({ file, alt }: { file: { id: string }; alt: string }) => createElement('img', { alt, id: file.id }),
  EmbeddedFile: ({ file }: { file: { name: string } }) => createElement('button', { type: 'button' }, file.name),
}))
vi.mock('./sop-video.tsx', () => ({
  SopVideo: ({ address }: { address: string }) => createElement('video', { src: address }),
}))

const id = '01234567-89ab-7def-8123-456789abcdef'
const other = '01234567-89ab-7def-8123-456789abcde0'
const file = (fields: object) => ({ id, name: 'cutter.png', isImage: true, ...fields }) as never
const html = (text: string, place: SopPlace = { files: [] }) =>
  renderToStaticMarkup(createElement(Place, { value: place }, createElement(FormattedSop, { text })))

test('a picture of the SOP stands at its place, one of another SOP does not', () => {
  const place = { files: [file({})] }
  expect(html(`![Cutter](attachment:${id})`, place)).toContain(`<img alt="Cutter" id="${id}"/>`)
  const foreign = html(`![Secret](attachment:${other}) ![x](/api/files/${other}/content)`, place)
  expect(foreign).not.toContain('<img')
  expect(foreign).toContain('Secret (not among the files of this SOP)')
})

test('another file is a download, and no picture', () => {
  const place = { files: [file({ name: 'plan.pdf', isImage: false })] }
  expect(html(`[Plan](attachment:${id})`, place)).toContain('<button type="button">plan.pdf</button>')
  expect(html(`![Plan](attachment:${id})`, place)).not.toContain('<img')
})

test('links lead to records by their id, and to nothing else within the product', () => {
  expect(html(`[Lock](/sops/${id})`)).toContain(`<a href="/sops/${id}/read">Lock</a>`)
  expect(html(`[P-1](/inventory/parts/${id})`)).toContain(`<a href="/inventory/parts/${id}">P-1</a>`)
  for (const address of [
    '/api/session',
    `/sops/${id}/../../api`,
    '/admin',
    '//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
  ])
    expect(html(`[x](${address})`)).not.toContain('<a')
})

test('a link that somebody copied loses the name of the server', () => {
  const origin = 'https://ops.example'
  expect(insideOf(`${origin}/sops/${id}/read?company=x`, origin)).toBe(`/sops/${id}`)
  expect(insideOf(`https://evil.example/sops/${id}`, origin)).toBeUndefined()
  expect(insideOf('no address', origin)).toBeUndefined()
})

test('a video is shown at its place, from the known platforms alone', () => {
  expect(html('[Film](https://youtu.be/dQw4w9WgXcQ)')).toContain('<video')
  expect(html('[Film](https://youtube.com.evil.com/watch?v=dQw4w9WgXcQ)')).not.toContain('<video')
})

test('a callout is a quote with a title, and stands on paper too', () => {
  const page = html('> [!WARNING]\n> Stop the **lathe**.')
  expect(page).toMatch(/<div[^>]*data-kind="warning"[^>]*role="note"[^>]*aria-label="Warning"/)
  expect(page).not.toContain('<aside') // print.css hides those
  expect(page).toContain('<strong>lathe</strong>')
  expect(page).not.toContain('[!WARNING]')
  expect(html('> Plain')).toContain('<blockquote>')
  expect(html('> [!EVIL]\n> x')).toContain('<blockquote>')
})

test('the steps of a run can be ticked, the others only show', () => {
  const text = '- [ ] One\n- [x] Two\n'
  expect(html(text).match(/disabled=""/g)).toHaveLength(2)
  const steps = {
    numbers: new Map([
      [1, 0],
      [2, 1],
    ]),
    done: new Set([0]),
    onTick: () => undefined,
  }
  const page = html(text, { steps })
  expect(page).toMatch(/<input type="checkbox" aria-label="Step 1" checked=""\/>/)
  expect(page).toMatch(/<input type="checkbox" aria-label="Step 2"\/>/)
})

test('what is not shown as somebody may expect is said', () => {
  const text = '![x](https://a.example/x.png) [y](http://b.example) <b>z</b> [q](javascript:x)'
  expect(warningsOf(text)).toHaveLength(4)
  expect(warningsOf('A [link](https://a.example), 3 < 4, a <- b')).toEqual([])
})

test('what stands below a step comes before the steps within it', () => {
  const steps = {
    numbers: new Map([
      [1, 0],
      [2, 1],
    ]),
    done: new Set([1]),
    below: (step: number) => `below ${step}`,
  }
  const page = html('- [ ] Stop\n  - [ ] Wait', { files: [], steps })
  expect(page.replaceAll(/<[^>]*>|\n/g, '|').replaceAll(/\|+/g, '|')).toBe('| Stop|below 0| Waitbelow 1|')
})

/** SOPs as technicians type them, each with what a reader sees: sop-texts.txt. */
const cases = readFileSync(new URL('./sop-texts.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n====\n')
  .map((both) => both.split('\n---->\n') as [typed: string, read: string])

/** What a reader sees, a line each: boxes, numbers and dots before items, | between cells. */
function seen(text: string): string {
  const html = renderToStaticMarkup(createElement(FormattedSop, { text }))
  let depth = 0
  return html
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/<br\/>\n?/g, '\n')
    .replaceAll(/<(\/?)([a-z]\w*)([^>]*)>\n?/g, (_tag, end, name, attributes) => {
      if (name === 'ul' || name === 'ol') depth += end ? -1 : 1
      if (end)
        return (
          { strong: '*', em: '_', del: '~', code: '`', a: ')', sup: ')', td: ' |', th: ' |' }[name as string] ?? '\n'
        )
      const value = /value="(\d+)"/.exec(attributes)?.[1]
      const starts = {
        li: `\n${'  '.repeat(Math.max(0, depth - 1))}${value ? `${value}. ` : '• '}`,
        input: attributes.includes('checked') ? '[x]' : '[ ]',
        ...{
          strong: '*',
          em: '_',
          del: '~',
          code: '`',
          a: 'link(',
          sup: '^(',
          hr: '\n----\n',
          tr: '\n|',
          th: ' = ',
          td: ' ',
        },
        ...{ h3: '\n# ', h4: '\n## ', blockquote: '\n> ', div: '\n! ' },
      }
      return starts[name as keyof typeof starts] ?? ''
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/(?:\s*\n)+/g, '\n')
    .replaceAll(/(• |\d\. )\n/g, '$1')
    .trim()
}

test.each(cases)('a technician types and a reader sees: %s', (typed, read) => {
  expect(seen(typed)).toBe(read)
})

test('there are texts of all kinds', () => expect(cases.length).toBeGreaterThan(45))

test('backticks without a partner are signs, and the ones before them stay code', () => {
  expect(html('`M8` and ``')).toContain('<code>M8</code> and ``')
  expect(html('``x`')).toContain('``x`')
})
