import { Modal } from '@mantine/core'
import { ActivityTimeline } from '../activity/public.tsx'
import { useDialog } from '../shared/form/dialog.ts'

type HistoryProps = { id: string; label: string; onClose: () => void }

/** Who connected, changed, moved or disconnected an integration, newest first. */
export const IntegrationHistory = ({ id, label, onClose }: HistoryProps) => (
  <Modal opened onClose={onClose} title={`History of ${label}`} {...useDialog()}>
    <ActivityTimeline entityId={id} Value={Logged} />
  </Modal>
)

const Logged = ({ value }: { value: string | null }) => value
