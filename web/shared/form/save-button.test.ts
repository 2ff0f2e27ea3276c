import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '../..')
const own = ['shared/form/save-button.tsx']
/** Small buttons beside a field, which call `useObstacle` themselves. */
const small = ['tasks/checklist.tsx']
/** Nothing is saved there: the form sends whatever somebody wants to try. */
const trying = ['app/api-docs/try-form.tsx']

const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !/^(dist|node_modules)/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(web, file), 'utf8') }))

test('every button that submits a form is disabled while nothing can be saved', () => {
  const submitting = sources.filter(({ source }) => source.includes('type="submit"')).map(({ file }) => file)
  expect(submitting.toSorted()).toEqual([...own, ...small, ...trying].toSorted())
  for (const { file, source } of sources) if (small.includes(file)) expect(source).toContain('useObstacle()')
})

test('every form has such a button, or saves with each field', () => {
  const without = sources
    .filter(({ source }) => source.includes('<form'))
    .filter(({ source }) => !source.includes('<SaveButton') && !source.includes('useObstacle()'))
    .map(({ file }) => file)
  expect(without).toEqual(trying)
})
