import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconHistory, IconPencil, IconPrinter } from '@tabler/icons-react'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { headingsOf, type SopHeading } from 'contract/sops/checklist.ts'
import { type Sop, sopStageLabels, sopTypeLabels } from 'contract/sops/sops.ts'
import { useMemo, useState } from 'react'
import { Attachments } from '../../files/public.tsx'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Day } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { steady } from '../../shared/page/steady.ts'
import { isGone, NoSuchRecord } from '../../shared/record/no-such-record.tsx'
import { useCan, useCompany, useCompanyId } from '../../shared/session/session.ts'
import { SopHistory } from '../history/sop-history.tsx'
import { SopUses } from '../links/sop-uses.tsx'
import { StartRun } from '../runs/start-run.tsx'
import { SopDraftBadge, SopVisibilityBadge } from '../sop-badges.tsx'
import { SopFrame } from '../sop-frame.tsx'
import { useCanWriteSop } from '../sop-rights.ts'
import { SopContent } from '../text/sop-content.tsx'
import { SopVideo } from '../text/sop-video.tsx'
import { ReaderCounts } from './reader-counts.tsx'
import { ReadingBar, ReadingEnd } from './reading-bar.tsx'
import classes from './sop-page.module.css'

/** Up to here the bar above the text is still in sight at its end. */
const shortText = 600

const allSops = { to: '/sops', label: 'SOPs' }

/** /sops/{id}/read: a SOP as people read it. */
export function SopPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const sop = useQuery(api.sops.get.queryOptions({ input: { companyId, id } }))
  usePrefetchQuery(api.files.list.queryOptions({ input: { companyId, entityType: 'sop', entityId: id } }))
  usePageTitle(sop.data?.title ?? 'SOP')
  if (sop.error)
    return (
      <SopFrame back={allSops} title={isGone(sop.error) ? 'No such SOP' : 'SOP'}>
        {isGone(sop.error) ? (
          <NoSuchRecord noun="SOP" />
        ) : (
          <LoadFailure what="SOP" error={sop.error} onRetry={() => void sop.refetch()} />
        )}
      </SopFrame>
    )
  if (!sop.data)
    return (
      <div className={`p-5 ${classes.loading}`} aria-busy="true">
        <Skeleton height={28} width="50%" />
      </div>
    )
  return <Reading key={id} sop={sop.data} />
}

function Reading({ sop }: { sop: Sop }) {
  const headings = useMemo(() => headingsOf(sop.content), [sop.content])
  const mayShare = useCan('sop.share')
  const company = useCompany()
  return (
    <SopFrame
      back={allSops}
      title={sop.title}
      facts={<Facts sop={sop} />}
      actions={<PageActions sop={sop} />}
      isWide={headings.length > 1}
      printed={<PrintedHead sop={sop} company={company?.name ?? ''} />}
    >
      <div className={`grid ${classes.columns}`} data-plain={headings.length < 2 || undefined}>
        {headings.length > 1 && <SopContents headings={headings} />}
        <article className={`stack min-w-0 gap-5 ${classes.article}`} ref={steady}>
          {sop.description && <p className={`break-words pre-line ${classes.description}`}>{sop.description}</p>}
          <ReadingBar sop={sop} />
          {sop.videoUrl && <SopVideo address={sop.videoUrl} title={sop.title} />}
          <SopContent sop={sop} />
          {(sop.content?.length ?? 0) > shortText && <ReadingEnd key={sop.publishedVersion} sop={sop} />}
          <Attachments key={sop.id} title="Documents" entityType="sop" entityId={sop.id} canEdit={false} isQuiet />
          <SopUses id={sop.id} />
          {mayShare && sop.visibility === 'sbr_public' && sop.status === 'published' && <ReaderCounts id={sop.id} />}
          <Neighbours id={sop.id} />
        </article>
      </div>
    </SopFrame>
  )
}

/** On paper: whose SOP it is, which version, and when it was printed. print.css adds the numbers of the pages. */
const PrintedHead = ({ sop: { visibility, publishedVersion }, company }: { sop: Sop; company: string }) => (
  <>
    {visibility === 'company' ? company : 'SBR'} · {publishedVersion ? `Version ${publishedVersion}` : 'Draft'} ·
    Printed <Day at={new Date().toISOString()} />
  </>
)

const Facts = ({ sop }: { sop: Sop }) => (
  <>
    <SopVisibilityBadge visibility={sop.visibility} />
    <SopDraftBadge status={sop.status} />
    <span>{sopTypeLabels[sop.type]}</span>
    <span>{sopStageLabels[sop.stage]}</span>
    {sop.publishedVersion && <span>Version {sop.publishedVersion}</span>}
    {sop.createdByName && <span>By {sop.createdByName}</span>}
    <span>
      Changed <Day at={sop.updatedAt} />
    </span>
  </>
)

function PageActions({ sop }: { sop: Sop }) {
  const canWrite = useCanWriteSop()(sop)
  const canConfirm = useCan('sop.acknowledge')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <>
      {/* Who has to read it first has one other button to lead with. */}
      <StartRun sop={sop} {...(canConfirm && sop.reading && sop.reading !== 'read' && { variant: 'default' })} />
      {sop.publishedVersion && (
        <Button variant="default" leftSection={<IconHistory size={15} />} onClick={() => setHistoryOpen(true)}>
          Versions
        </Button>
      )}
      <Button variant="default" leftSection={<IconPrinter size={15} />} onClick={() => window.print()}>
        Print
      </Button>
      {canWrite && (
        <Button
          variant="default"
          leftSection={<IconPencil size={15} />}
          component={Link}
          {...at(`/sops/${sop.id}/edit`, true)}
        >
          Edit
        </Button>
      )}
      {isHistoryOpen && <SopHistory sop={sop} onClose={() => setHistoryOpen(false)} />}
    </>
  )
}

function Neighbours({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data } = useQuery(api.sops.neighbours.queryOptions({ input: { companyId, id } }))
  if (!data?.previous && !data?.next) return null
  return (
    <nav className={`grid gap-3 border-t grid-cols-2 pt-4 ${classes.neighbours}`} aria-label="Other SOPs">
      {data.previous && (
        <Link
          {...at(`/sops/${data.previous.id}/read`, true)}
          className={`stack gap-0-5 text-plain no-underline break-words border rounded-sm py-2-5 px-3-5 ${classes.neighbour}`}
        >
          <span className="text-muted text-xs">
            <IconArrowLeft size={14} aria-hidden /> Previous
          </span>
          {data.previous.title}
        </Link>
      )}
      {data.next && (
        <Link
          {...at(`/sops/${data.next.id}/read`, true)}
          className={`stack gap-0-5 text-plain no-underline break-words border rounded-sm py-2-5 px-3-5 ${classes.neighbour}`}
          data-next
        >
          <span className="text-muted text-xs">
            Next <IconArrowRight size={14} aria-hidden />
          </span>
          {data.next.title}
        </Link>
      )}
    </nav>
  )
}

/** The table of contents: beside the text, or above it on a phone. */
function SopContents({ headings }: { headings: SopHeading[] }) {
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <nav className={`self-start overflow-auto ${classes.contents}`} aria-label="Contents">
      <h2 className="mb-2 text-sm text-muted font-semibold">Contents</h2>
      <ol>
        {headings.map(({ line, level, text }) => (
          <li key={line} data-depth={level - top}>
            <button type="button" onClick={() => show(line)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A button, not a link with a hash, because the address keeps the state of the list. */
function show(line: number) {
  const target = document.getElementById(`line-${line}`)
  target?.scrollIntoView({ block: 'start' })
  target?.focus({ preventScroll: true })
}
