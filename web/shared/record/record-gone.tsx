import { Modal } from '@mantine/core'
import { LoadFailure } from '../feedback/empty-state.tsx'
import { useReturnToList } from '../table/list-state.ts'
import { isGone, NoSuchRecord } from './no-such-record.tsx'

type RecordGoneProps = { error: unknown; noun: string; path: string }

/** Replaces a form whose record could not be loaded. */
export function RecordGone({ error, noun, path }: RecordGoneProps) {
  const returnToList = useReturnToList(path)
  return (
    <Modal opened onClose={returnToList} title={isGone(error) ? `No such ${noun}` : `Edit ${noun}`}>
      {isGone(error) ? (
        <NoSuchRecord noun={noun} />
      ) : (
        <LoadFailure what={noun} error={error} onRetry={() => window.location.reload()} />
      )}
    </Modal>
  )
}
