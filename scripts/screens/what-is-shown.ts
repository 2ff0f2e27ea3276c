/** How much a screen shows at once, counted in the page. */
import type { Page } from '@playwright/test'

/** By the name of a screen in screens-to-visit.ts: how many controls it may have outside rows at 1440 px. */
export const mostControls: Record<string, number> = {
  ...{ dashboard: 10, 'inventory-parts': 10, tasks: 10, sops: 10, 'time-clock': 10 },
}

/** px, with the data of the demo */
export const tallestDashboard = 1_600

/**
 * The controls of the screen itself, without the header and the navigation of the product: each button, link and field in sight. A group of tabs, of
 * choices or of pages is one control, as it is one stop for the keyboard. Rows, cards of a list and the heads of columns do not count: they are the data.
 * @returns names, and the height of the screen in px
 */
export const controlsOf = (page: Page): Promise<{ controls: string[]; height: number }> =>
  page.evaluate(`(() => {
    const main = document.querySelector('#main')
    const data = 'table, [role="table"], [role="list"], ul, ol, [data-row], article, [aria-hidden="true"]'
    const group = '[role="tablist"], [role="radiogroup"], nav'
    const found = [...main.querySelectorAll('a[href], button, input, select, textarea, summary')].filter((each) => {
      const isSeen = each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1
      return isSeen && each.type !== 'file' && !each.closest(data)
    })
    const nameOf = (each) => (each.getAttribute('aria-label') ?? (each.textContent || each.placeholder || each.type)).trim().slice(0, 30)
    const controls = new Map(found.map((each) => [each.closest(group) ?? each, each]))
    return { controls: [...controls.values()].map(nameOf), height: main.scrollHeight }
  })()`)

/** Figures that end in dots, or leave their card. */
export const cutNumbersOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#main :is([data-numeric], [data-numeric] *, .numeric, [class*="value"])')]
    .filter((each) => each.checkVisibility() && /^[$\\d.,%\\s-]+$/.test(each.textContent) && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => each.textContent.slice(0, 30))`)
