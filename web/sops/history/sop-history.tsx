import { Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Sop } from 'contract/sops/sops.ts'
import type { SopVersionItem } from 'contract/sops/versions.ts'
import { Suspense, useState } from 'react'
import { api, client } from '../../shared/api/api.ts'
import { failedTo, success } from '../../shared/feedback/toasts.ts'
import { Choice } from '../../shared/form/choice.tsx'
import { useDialog } from '../../shared/form/dialog.ts'
import { SaveButton } from '../../shared/form/save-button.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { lazy } from '../../shared/page/code.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { useCanWriteSop } from '../sop-rights.ts'
import classes from './sop-history.module.css'

const TextDiff = lazy(async () => ({ default: (await import('./text-diff.tsx')).TextDiff }))

type SopHistoryProps = { sop: Sop; onClose: () => void }

/** The published versions of a SOP: compares one with any other, at first with the one before, and restores it. */
export function SopHistory({ sop, onClose }: SopHistoryProps) {
  const companyId = useCompanyId()
  const versions = useQuery(api.sopVersions.list.queryOptions({ input: { companyId, id: sop.id } }))
  const [chosen, setChosen] = useState<number | null>(null)
  const items = versions.data?.items ?? []
  const number = chosen ?? items[0]?.number
  return (
    <Modal opened onClose={onClose} title={`Versions of ${sop.title}`} size="60rem" {...useDialog()}>
      <div className={`grid gap-5 ${classes.columns}`}>
        <ol className={`overflow-auto ${classes.list}`}>
          {items.map((version) => (
            <li key={version.number}>
              <button
                type="button"
                className={`stack w-full gap-0-5 text-xs text-muted rounded-sm ${classes.version}`}
                aria-pressed={version.number === number}
                onClick={() => setChosen(version.number)}
              >
                <VersionFacts version={version} />
              </button>
            </li>
          ))}
        </ol>
        {number ? <Compared key={number} sop={sop} number={number} items={items} /> : <Skeleton height={120} />}
      </div>
    </Modal>
  )
}

/** The version before a given one, among those that the reader may see. */
const before = (items: SopVersionItem[], number: number) => items.find((each) => each.number < number)?.number

const VersionFacts = ({
  version: { number, note, asksAgain, publishedAt, publishedByName },
}: {
  version: SopVersionItem
}) => (
  <>
    <strong>Version {number}</strong>
    <span>
      <Moment at={publishedAt} />
      {publishedByName && ` · ${publishedByName}`}
    </span>
    {note && <span className="text-plain break-words">{note}</span>}
    {asksAgain && number > 1 && <span>People were asked to read it again</span>}
  </>
)

type ComparedProps = { sop: Sop; number: number; items: SopVersionItem[] }

function Compared({ sop, number, items }: ComparedProps) {
  const companyId = useCompanyId()
  const [chosen, setChosen] = useState<number | null>(null)
  const other = chosen ?? before(items, number)
  const one = (of: number | undefined) =>
    ({
      ...api.sopVersions.get.queryOptions({ input: { companyId, id: sop.id, number: of ?? 1 } }),
      enabled: of !== undefined,
    }) as const
  const now = useQuery(one(number))
  const was = useQuery(one(other))
  if (!now.data || (other && !was.data)) return <Skeleton height={120} />
  return (
    <section className="min-w-0" aria-label={`Version ${number}`}>
      <div className={`row flex-wrap justify-between gap-2 mb-2 text-sm text-muted ${classes.bar}`}>
        <Between number={number} other={other} items={items} onChoose={setChosen} />
        {number !== sop.publishedVersion && <Restore sop={sop} number={number} />}
      </div>
      <Suspense fallback={<Skeleton height={120} />}>
        <TextDiff before={textOf(other ? was.data : undefined)} after={textOf(now.data)} />
      </Suspense>
    </section>
  )
}

type BetweenProps = Pick<ComparedProps, 'number' | 'items'> & {
  other: number | undefined
  onChoose: (other: number) => void
}

/** Names the two compared versions, and offers another one to compare with. */
function Between({ number, other, items, onChoose }: BetweenProps) {
  const others = items.filter((each) => each.number !== number).map((each) => `${each.number}`)
  if (others.length === 0) return <span>Version {number}</span>
  return (
    <span className="inline-row flex-wrap gap-1-5">
      What changed from
      <Choice
        className={classes.other}
        size="xs"
        aria-label="Compare with"
        placeholder="no version"
        value={other ? `${other}` : ''}
        data={others.map((value) => ({ value, label: `Version ${value}` }))}
        onChange={(value) => onChoose(Number(value))}
      />
      to version {number}
    </span>
  )
}

type Text = { title: string; description: string | null; content: string | null }

/** A version as one text; empty if there is no version before. */
const textOf = (version: Text | undefined) =>
  version ? [version.title, version.description, version.content].filter(Boolean).join('\n\n') : ''

/** Publishes an earlier version again, as a new version. The history stays complete. */
function Restore({ sop, number }: { sop: Sop; number: number }) {
  const companyId = useCompanyId()
  const canWrite = useCanWriteSop()(sop)
  const restoring = useMutation({
    mutationFn: async () => {
      const { title, description, content, videoUrl } = await client.sopVersions.get({ companyId, id: sop.id, number })
      const fields = { title, description, content, videoUrl, changeNote: `Version ${number} restored` }
      return client.sops.update({ companyId, id: sop.id, ...fields }, { context: { version: sop.version } })
    },
    onError: failedTo('save SOP'),
    onSuccess: ({ companyId: home, changeSetId }) =>
      success('SOP updated successfully', { companyId: home, changeSetId }),
  })
  return (
    canWrite && (
      <SaveButton
        type="button"
        size="xs"
        variant="default"
        loading={restoring.isPending}
        onClick={() => restoring.mutate()}
      >
        Restore This Version
      </SaveButton>
    )
  )
}
