import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { at } from '../../shared/page/at.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { chapters, type GuidePage as Page, pages } from './contents.ts'
import classes from './guide.module.css'
import { GuideSearch } from './guide-search.tsx'
import { GuideText } from './guide-text.tsx'
import { textOf } from './texts.ts'

/** /guide: all pages, by role and by task. */
export function GuideContents() {
  usePageTitle('User Guide')
  return (
    <div className={classes.contents}>
      <header className={classes.head}>
        <h1 className="m-0">User Guide</h1>
        <p>
          What you can do here, in short pages. The question mark at the top of a screen leads to the page that explains
          it.
        </p>
        <GuideSearch />
      </header>
      <div className={`grid ${classes.chapters}`}>
        {chapters.map(({ title, pages: those }) => (
          <section key={title} aria-label={title}>
            <h2 className="mb-2 text-muted text-sm font-medium">{title}</h2>
            <ul>
              {those.map((page) => (
                <li key={page.slug}>
                  <Link
                    {...at(`/guide/${page.slug}`)}
                    className={`block text-accent font-medium no-underline ${classes.title}`}
                  >
                    {page.title}
                  </Link>
                  <span className="text-muted">{page.about}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** /guide/<page>: one page, beside the contents. */
export function GuidePage() {
  const { page: slug } = useParams({ strict: false })
  const index = pages.findIndex((page) => page.slug === slug)
  const page = pages[index]
  if (!page) return <GuideContents />
  return (
    <div className={`grid ${classes.page}`}>
      <Aside current={page} />
      <Article key={page.slug} page={page} before={pages[index - 1]} after={pages[index + 1]} />
    </div>
  )
}

function Aside({ current }: { current: Page }) {
  return (
    <aside className={`self-start overflow-auto border-r ${classes.aside}`} aria-label="User Guide">
      <Link {...at('/guide')} className={`block mb-3 text-plain font-semibold no-underline ${classes.home}`}>
        User Guide
      </Link>
      <GuideSearch />
      <nav aria-label="Pages of the guide">
        {chapters.map(({ title, pages: those }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            {those.map((page) => (
              <Link
                key={page.slug}
                {...at(`/guide/${page.slug}`)}
                className={`block text-plain no-underline rounded-sm py-1 px-2 ${classes.link}`}
                aria-current={page.slug === current.slug ? 'page' : undefined}
              >
                {page.title}
              </Link>
            ))}
          </section>
        ))}
      </nav>
    </aside>
  )
}

type ArticleProps = { page: Page; before: Page | undefined; after: Page | undefined }

function Article({ page, before, after }: ArticleProps) {
  usePageTitle(page.title)
  const {
    data: text,
    error,
    refetch,
  } = useQuery({
    queryKey: ['guide', page.slug],
    queryFn: () => textOf(page.slug),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <LoadFailure what="this page" error={error} onRetry={() => void refetch()} />
  return (
    <article className={classes.article} aria-busy={text === undefined}>
      <h1>{page.title}</h1>
      {text !== undefined && <GuideText text={text} />}
      {/* Not before the text: it would be pushed down. */}
      {text !== undefined && (
        <footer className={`flex gap-4 border-t ${classes.neighbours}`}>
          {before && (
            <Link
              {...at(`/guide/${before.slug}`)}
              rel="prev"
              className={`text-accent font-medium no-underline ${classes.neighbour}`}
            >
              <span className="block text-xs text-muted font-normal">Previous</span>
              {before.title}
            </Link>
          )}
          {after && (
            <Link
              {...at(`/guide/${after.slug}`)}
              rel="next"
              className={`text-accent font-medium no-underline ${classes.neighbour}`}
            >
              <span className="block text-xs text-muted font-normal">Next</span>
              {after.title}
            </Link>
          )}
        </footer>
      )}
    </article>
  )
}
