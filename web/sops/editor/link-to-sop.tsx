import { Modal } from '@mantine/core'
import { client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { SopSelect } from '../links/sop-select.tsx'

type LinkToSopProps = { onChoose: (sop: { id: string; title: string }) => void; onClose: () => void }

/** The choice of a SOP to link to. The link holds its id, so it survives a new title. */
export function LinkToSop({ onChoose, onClose }: LinkToSopProps) {
  const companyId = useCompanyId()
  const choose = (id: string | null) => {
    if (id) client.sops.get({ companyId, id }).then(onChoose, failedTo('fetch SOP'))
  }
  return (
    <Modal opened onClose={onClose} title="Link to a SOP" {...useDialog()}>
      <SopSelect label="SOP" value={null} onChange={choose} />
    </Modal>
  )
}
