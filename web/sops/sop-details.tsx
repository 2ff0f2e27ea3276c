import { Button } from '@mantine/core'
import { IconBook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type Sop, sopStageLabels, sopTypeLabels } from 'contract/sops/sops.ts'
import { ActivityTimeline } from '../activity/public.tsx'
import { Attachments } from '../files/public.tsx'
import { api } from '../shared/api/api.ts'
import { Day } from '../shared/format/moment.tsx'
import { at } from '../shared/page/at.ts'
import { steady } from '../shared/page/steady.ts'
import { RecordActions } from '../shared/record/record-actions.tsx'
import { RecordDrawer } from '../shared/record/record-drawer.tsx'
import { useCan, useCompanyId } from '../shared/session/session.ts'
import { useReturnToList } from '../shared/table/list-state.ts'
import { SopUses } from './links/sop-uses.tsx'
import { ReadingEnd } from './reading/reading-bar.tsx'
import { SopDraftBadge, SopVisibilityBadge } from './sop-badges.tsx'
import { useSopDeletion } from './sop-deletion.ts'
import classes from './sop-details.module.css'
import { useCanWriteSop } from './sop-rights.ts'
import { SopContent } from './text/sop-content.tsx'
import { SopVideo } from './text/sop-video.tsx'
import { sopWords } from './text/sop-words.ts'

/** /sops/{id}: read-only. */
export function SopDetails() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const close = useReturnToList('/sops')
  const mayReadDrafts = useCan('sop.readDraft')
  // The history shows drafts, and belongs to the company of the SOP.
  const tellsHistory = (of: Sop) => mayReadDrafts && of.companyId === companyId
  const sop = useQuery(api.sops.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="SOP"
      title={sop.data?.title}
      badge={
        sop.data && (
          <>
            <SopVisibilityBadge visibility={sop.data.visibility} />
            <SopDraftBadge status={sop.data.status} />
          </>
        )
      }
      actions={sop.data && <Actions sop={sop.data} onRemoved={close} />}
      details={sop.data && <Reading sop={sop.data} />}
      {...(sop.data && tellsHistory(sop.data) && { activity: <SopActivity sop={sop.data} /> })}
      query={sop}
      onClose={close}
    />
  )
}

function Actions({ sop, onRemoved }: { sop: Sop; onRemoved: () => void }) {
  const canWrite = useCanWriteSop()(sop)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBook size={14} />}
        component={Link}
        {...at(`/sops/${sop.id}/read`, true)}
      >
        Full Page
      </Button>
      {canWrite && <WriterActions sop={sop} onRemoved={onRemoved} />}
    </>
  )
}

function WriterActions({ sop, onRemoved }: { sop: Sop; onRemoved: () => void }) {
  return <RecordActions path="/sops" record={{ id: sop.id, name: sop.title }} deletion={useSopDeletion(onRemoved)} />
}

function Reading({ sop }: { sop: Sop }) {
  const canEdit = useCanWriteSop()(sop)
  return (
    <article className={`stack gap-4 ${classes.sop}`} ref={steady}>
      <p className={`flex flex-wrap text-sm text-muted ${classes.facts}`}>
        <span>{sopTypeLabels[sop.type]}</span>
        <span>{sopStageLabels[sop.stage]}</span>
        {sop.createdByName && <span>By {sop.createdByName}</span>}
        <span>
          Created <Day at={sop.createdAt} />
        </span>
        {sop.version > 1 && (
          <span>
            Changed <Day at={sop.updatedAt} />
          </span>
        )}
      </p>
      {sop.description && (
        <p className={`text-sm text-muted break-words pre-line ${classes.description}`}>{sop.description}</p>
      )}
      {sop.videoUrl && <SopVideo address={sop.videoUrl} title={sop.title} />}
      <SopContent sop={sop} />
      <ReadingEnd key={`${sop.id} ${sop.publishedVersion}`} sop={sop} />
      {/* The panel lists the open tasks itself (web/app/record-sections.tsx). */}
      <SopUses id={sop.id} isItemsOnly />
      <Attachments key={sop.id} title="Documents" entityType="sop" entityId={sop.id} canEdit={canEdit} isQuiet />
    </article>
  )
}

/** The history of a SOP: its changes and its files. Earlier texts are among the versions. */
const SopActivity = ({ sop: { id } }: { sop: Sop }) => <ActivityTimeline entityId={id} Value={LoggedValue} />

const longest = 120

function LoggedValue({ field, value }: { field: string; value: string | null }) {
  if (!value) return 'empty'
  const words = sopWords[field]?.[value] ?? value.replace(/\s+/g, ' ')
  return words.length > longest ? `${words.slice(0, longest)} …` : words
}
