import type { BomTreeRow } from 'contract/inventory/bom-analysis.ts'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import '../../../app/styles/styles.ts'
import { CostBar } from './cost-bar.tsx'

/** A colour as the screen has it: red, green and blue. */
function widthsOf(color: string): number[] {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
}

const distance = (one: number[], other: number[]) => Math.hypot(...one.map((part, place) => part - (other[place] ?? 0)))

test.each([
  ['dark', 'default'],
  ['light', 'default'],
  ['dark', 'orange'],
  ['light', 'green'],
])('each share of a cost has a colour of its own, in %s with the accent %s', async (scheme, accent) => {
  document.documentElement.dataset.mantineColorScheme = scheme
  document.documentElement.dataset.accent = accent
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const costs = [30, 25, 20, 12, 8, 5].map((extendedCost) => ({
    key: `${extendedCost}`,
    number: 'P',
    level: 1,
    extendedCost,
  }))
  root.render(<CostBar rows={costs as BomTreeRow[]} />)
  await expect.poll(() => place.querySelectorAll('[title]').length).toBe(6)
  const colors = [...place.querySelectorAll('[title]')].map((share) =>
    widthsOf(getComputedStyle(share).backgroundColor),
  )
  for (const [at, one] of colors.entries())
    for (const other of colors.slice(at + 1)) expect(distance(one, other)).toBeGreaterThan(48)
})
