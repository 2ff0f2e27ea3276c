import type { Sop } from 'contract/sops/sops.ts'
import { ActivityTimeline } from '../../activity/public.tsx'
import { sopWords } from '../text/sop-words.ts'

/** The history of a SOP: its changes and its files. Earlier texts are among the versions. */
export const SopActivity = ({ sop: { id } }: { sop: Sop }) => <ActivityTimeline entityId={id} Value={LoggedValue} />

const longest = 120

function LoggedValue({ field, value }: { field: string; value: string | null }) {
  if (!value) return 'empty'
  const words = sopWords[field]?.[value] ?? value.replace(/\s+/g, ' ')
  return words.length > longest ? `${words.slice(0, longest)} …` : words
}
