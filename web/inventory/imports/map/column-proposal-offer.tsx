import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { AssistantButton, AssistantNote, useAssistant } from '../../../assistant/public.tsx'
import { client } from '../../../shared/api/api.ts'
import { messageOf } from '../../../shared/api/server-errors.ts'
import { useCompanyId } from '../../../shared/session/session.ts'
import { Problem } from '../preview/problem.tsx'
import type { ColumnChoices } from './column-choices.ts'
import classes from './column-proposal-offer.module.css'

type Props = { preview: ImportPreview; chosen: ColumnChoices }
type Suggested = { index: number; header: string; field: string; label: string }

/** The most columns of one question (contract/assistant). */
const mostColumns = 200

/** Offers fields for the columns that feed none yet. The person sees the proposal, and accepts or dismisses it. */
export function ColumnProposalOffer({ preview, chosen }: Props) {
  const companyId = useCompanyId()
  const assistant = useAssistant(companyId)
  const open = openColumns(preview, chosen).slice(0, mostColumns)
  const free = freeFields(preview, chosen)
  const asking = useMutation({
    mutationFn: async (): Promise<Suggested[]> => {
      const columns = open.map(({ header, samples }) => ({
        header,
        samples: samples.slice(0, 10).map((value) => value.slice(0, 200)),
      }))
      const { fields } = await client.assistant.proposeColumns({ companyId, columns, fields: free })
      return open.flatMap(({ index, header }, at) => {
        const field = free.find(({ field }) => field === fields[at])
        return field ? [{ index, header, ...field }] : []
      })
    },
  })
  if (!assistant || open.length === 0 || free.length === 0) return null
  const take = () => {
    for (const { index, field } of asking.data ?? []) chosen.setFields(index, [field])
    asking.reset()
  }
  return (
    <div className="stack gap-2 empty-hidden">
      {asking.error && <Problem>{messageOf(asking.error)}</Problem>}
      {asking.data ? (
        <Proposal suggested={asking.data} onTake={take} onLeave={() => asking.reset()} />
      ) : (
        <div className={classes.question}>
          <AssistantButton loading={asking.isPending} onClick={() => asking.mutate()}>
            Propose Fields
          </AssistantButton>
          <AssistantNote
            assistant={assistant}
            goesOut="For columns that are left out. Their headers are sent to OpenAI, no values."
          />
        </div>
      )}
    </div>
  )
}

const openColumns = ({ columns }: ImportPreview, { fields }: ColumnChoices) =>
  columns
    .map((column, index) => ({ ...column, index }))
    .filter(({ header, index }) => header.trim() !== '' && (fields[index] ?? []).length === 0)

function freeFields({ fields }: ImportPreview, chosen: ColumnChoices) {
  const fed = new Set(chosen.fields.flat())
  return fields.filter(({ field }) => !fed.has(field)).map(({ field, label }) => ({ field, label }))
}

type ProposalProps = { suggested: Suggested[]; onTake: () => void; onLeave: () => void }

function Proposal({ suggested, onTake, onLeave }: ProposalProps) {
  if (suggested.length === 0)
    return (
      <div className={classes.question} role="status">
        No field fits the columns that are left out.
        <Button variant="subtle" size="compact-sm" onClick={onLeave}>
          Close
        </Button>
      </div>
    )
  return (
    <section className="surface py-2-5 px-3-5" aria-label="Proposed fields">
      <ul className={`text-sm break-words ${classes.list}`}>
        {suggested.map(({ index, header, label }) => (
          <li key={index}>
            <span className="text-muted">{header}</span> → <strong>{label}</strong>
          </li>
        ))}
      </ul>
      <div className={classes.question}>
        <Button size="compact-sm" onClick={onTake}>
          Take These Fields
        </Button>
        <Button variant="default" size="compact-sm" onClick={onLeave}>
          Leave Them
        </Button>
      </div>
    </section>
  )
}
