import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import FormattedMarkdown from './markdown.tsx'

const html = (text: string) => renderToStaticMarkup(createElement(FormattedMarkdown, { text }))

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '<svg><use href="data:image/svg+xml;base64,x"/></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '"><script>alert(1)</script>',
  '> - <style>*{display:none}</style>',
])('HTML is text: %s (T61)', (text) => {
  expect(html(text)).not.toMatch(/<(script|img|svg|use|iframe|style|a)\b/)
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVa\nScript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](/api/session/sign-out)',
  '[x](http://insecure.example)',
  '[x](\u0001javascript:alert(1))',
  '<javascript:alert(1)>',
  '[x]\n\n[x]: javascript:alert(1)',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/seen-by.png)',
])('a link or picture that leads nowhere safe is text: %s (T61)', (text) => {
  expect(html(text)).not.toMatch(/<a\b|<img\b|href=|src=/)
})

test('links lead out of the app without naming the page they come from', () => {
  expect(html('[x](https://example.com/a?b=c)')).toContain(
    '<a href="https://example.com/a?b=c" target="_blank" rel="noopener noreferrer">x</a>',
  )
  expect(html('<mailto:a@b.example>')).toContain('href="mailto:a@b.example"')
})

test('lists, checklists and tables have their own elements', () => {
  const page = html('# Steps\n\n1. One\n2. **Two**\n\n- [x] Done\n\n| A | B |\n|---|---|\n| 1 | 2 |')
  expect(page).toMatch(/<h3 [^>]*>Steps<\/h3>/)
  expect(page).toContain('<strong>Two</strong>')
  expect(page).toMatch(/<input type="checkbox"[^>]* checked=""/)
  expect(page).toMatch(/<th[^>]*>A<\/th>/)
})

test('elements that scroll sideways on a phone can be reached by keyboard', () => {
  expect(html('```sh\nnpm start\n```')).toContain('<pre tabindex="0">')
  expect(html('| a |\n|---|\n| b |')).toContain('tabindex="0"')
})
