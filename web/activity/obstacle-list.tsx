import { Link } from '@tanstack/react-router'
import { deletedTypeLabels, type Obstacle } from 'contract/activity/deleted.ts'
import { at } from '../shared/page/at.ts'
import { useAddressOf } from '../shared/record/places.ts'
import { companyOnly } from '../shared/table/list-search.ts'
import classes from './obstacle-list.module.css'

type ObstacleListProps = { obstacles: Obstacle[]; total: number; onLeave?: () => void }

const shown = 10

/** Why records cannot be restored, and how to fix that. */
export function ObstacleList({ obstacles, total, onLeave }: ObstacleListProps) {
  return (
    <ul className={`stack gap-1-5 mt-2 ${classes.list}`}>
      {obstacles.slice(0, shown).map((obstacle) => (
        <li key={`${obstacle.record.id} ${obstacle.other.id} ${obstacle.reason}`}>
          <Sentence obstacle={obstacle} onLeave={onLeave} />
        </li>
      ))}
      {total > shown && <li>... and {(total - shown).toLocaleString('en-US')} more</li>}
    </ul>
  )
}

type SentenceProps = { obstacle: Obstacle; onLeave: (() => void) | undefined }

function Sentence({ obstacle: { record, reason, other, canReturn }, onLeave }: SentenceProps) {
  const key = record.number ? `number ${record.number}` : 'name'
  const kind = deletedTypeLabels[other.type]
  if (reason === 'taken') {
    return (
      <>
        <strong>{callOf(record)}</strong>: its {key} is used by <Other other={other} onLeave={onLeave} /> now. Change
        that one first.
      </>
    )
  }
  if (reason === 'linked') {
    return (
      <>
        <strong>{callOf(record)}</strong>: its product of the store is linked to{' '}
        <Other other={other} onLeave={onLeave} />. Change that one first, or restore only one of them.
      </>
    )
  }
  if (reason === 'twin') {
    return (
      <>
        <strong>{callOf(record)}</strong>: another of the chosen has the same {key} and was deleted later. Only one can
        come back.
      </>
    )
  }
  return (
    <>
      <strong>{callOf(record)}</strong>: {lower(kind)} {callOf(other) ?? 'that it used'} is deleted too.{' '}
      {canReturn ? 'Restore it as well.' : 'Ask somebody who may restore it.'}
    </>
  )
}

function Other({ other, onLeave }: { other: Obstacle['other'] } & Pick<SentenceProps, 'onLeave'>) {
  const address = useAddressOf()(other.type, other.id)
  if (!address) return other.name
  return (
    <Link {...at(address, companyOnly)} {...(onLeave && { onClick: onLeave })}>
      {other.name}
    </Link>
  )
}

const lower = (kind: string) => (kind === 'SOP' ? kind : kind.toLowerCase())

const callOf = ({ number, name }: Obstacle['record']) => [number, name].filter(Boolean).join(' ') || null
