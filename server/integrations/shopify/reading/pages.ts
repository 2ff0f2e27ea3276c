import type { z } from 'zod'
import { ServiceError } from '../../calls/service-error.ts'
import type { Info } from '../shopify-shapes.ts'

type Page<Node> = { nodes: Node[]; pageInfo: z.infer<typeof Info> }

/**
 * The pages of a list, up to its end.
 * @param ask gets the cursor of the page before; its null ends the list early, because what it belongs to is gone
 * @throws {ServiceError} when a page names no next one although there is one, or one that came before: the list would end short, or never
 */
export async function* pagesOf<Node>(
  ask: (after: string | null) => Promise<Page<Node> | null>,
  from: string | null = null,
): AsyncGenerator<Node[]> {
  const cursors = new Set<string>()
  for (let after = from; ; ) {
    const page = await ask(after)
    if (!page) return
    yield page.nodes
    const { hasNextPage, endCursor } = page.pageInfo
    if (!hasNextPage) return
    if (endCursor === null || endCursor === after || cursors.has(endCursor))
      throw new ServiceError('Shopify repeats a page in place of the next one', { isPassing: true })
    cursors.add(endCursor)
    after = endCursor
  }
}
