import { Modal } from '@mantine/core'
import type { ImportType } from 'contract/inventory/imports.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { useLeaving } from '../../shared/form/unsaved-changes.tsx'
import { useIsPhone } from '../../shared/page/use-is-phone.ts'
import { ChooseStep } from './choose/choose-step.tsx'
import classes from './import-dialog.module.css'
import { type ImportSession, type ImportStart, useImportSession } from './import-session.ts'
import { ImportSteps } from './import-steps.tsx'
import { MapStep } from './map/map-step.tsx'
import { PreviewStep } from './preview/preview-step.tsx'
import { ResultStep } from './result-step.tsx'

export type ImportDialogProps = { type: ImportType; start?: ImportStart; opened: boolean; onClose: () => void }

/** Import of a file: choose, map its columns when needed, preview, commit (product.md 13). */
export function ImportDialog({ opened, ...props }: ImportDialogProps) {
  // Unmounted while closed, so that each import starts fresh.
  return opened && <OpenDialog {...props} />
}

function OpenDialog({ type, start, onClose }: Omit<ImportDialogProps, 'opened'>) {
  const session = useImportSession(type, onClose, start)
  const isNarrow = useIsPhone()
  const { leave, question } = useLeaving(() => session.step.name !== 'result' && session.hasAnswers(), onClose)
  return (
    <Modal
      opened
      // What is being stored goes on without the dialog.
      onClose={session.isCommitting ? onClose : leave}
      title={titleOf(session)}
      size="80rem"
      yOffset="2rem"
      fullScreen={isNarrow ?? false}
      closeOnClickOutside={false}
      classNames={{
        content: `stack overflow-hidden ${classes.content}`,
        header: 'min-h-0 text-muted border-b py-2-5 px-4',
        body: `stack flex-1 min-h-0 overflow-auto ${classes.body}`,
      }}
      {...useDialog()}
    >
      <p className="spoken" role="status">
        {spoken(session)}
      </p>
      <ImportSteps step={session.step.name} />
      <CurrentStep session={session} onClose={session.step.name === 'result' ? onClose : leave} />
      {question}
    </Modal>
  )
}

/** 'Import parts', or the type of the file. */
function titleOf({ step, type }: ImportSession): string {
  const isBom = step.name === 'choose' ? type === 'bom' : step.preview.bom !== null
  if (isBom) return 'Import a bill of materials'
  if (step.name === 'choose') return type === 'auto' ? 'Import' : `Import ${type}`
  const [held, ...others] = step.preview.types
  return held && others.length === 0 ? `Import ${held}` : 'Import'
}

function CurrentStep({ session, onClose }: { session: ImportSession; onClose: () => void }) {
  const { step } = session
  if (step.name === 'choose') return <ChooseStep session={session} onClose={onClose} />
  if (step.name === 'map') return <MapStep key={step.preview.id} session={session} {...step} />
  if (step.name === 'preview') {
    return <PreviewStep key={step.preview.id} session={session} {...step} onClose={onClose} />
  }
  const again = () => {
    session.setType('auto')
    session.goTo({ name: 'choose' })
  }
  return <ResultStep {...step} onAgain={again} onClose={onClose} />
}

/** The text for screen readers during the wait. It changes in a few steps; an announcement of every per cent would be too much. */
function spoken({ isSending, isCommitting, progress }: ImportSession): string {
  if (isCommitting) return 'Importing...'
  if (!isSending) return ''
  return progress < 1 ? `Uploading, ${Math.floor(progress * 4) * 25} percent` : 'Reading the rows'
}
