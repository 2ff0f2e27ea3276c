import type { ListSearch } from '../../shared/table/list-search.ts'

type Prefetch = (search: ListSearch) => Promise<void>

/**
 * Requests the first page of a list while its screen still loads, and when somebody points at a link to it (`defaultPreload` of the
 * router).
 * @param load the function of the screen that sends the request; on a failure the screen sends it again and shows the error
 */
export const prefetching = (load: () => Promise<Prefetch>) => ({
  loaderDeps: ({ search }: { search: ListSearch }) => search,
  loader: ({ deps }: { deps: ListSearch }) => {
    latest = load()
      .then((prefetch) => prefetch(deps))
      .catch(() => undefined)
  },
})

let latest: Promise<void> | undefined

/** Resolves when the list that was requested last is there, or cannot be loaded. */
export const prefetched = (): Promise<void> | undefined => latest
