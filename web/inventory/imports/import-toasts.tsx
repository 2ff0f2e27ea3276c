import { notifications } from '@mantine/notifications'
import type { ImportResult, ImportType, ItemType } from 'contract/inventory/imports.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { ToastMessage } from '../../shared/feedback/toast-message.tsx'
import { failure } from '../../shared/feedback/toasts.ts'
import { isPhone } from '../../shared/page/use-is-phone.ts'
import { formatCount } from './import-types.ts'

/** 'Imported 91/103 records successfully' (product.md 8). */
export const importedSentence = ({ success, total }: Pick<ImportResult, 'success' | 'total'>): string =>
  `Imported ${formatCount(success)}/${formatCount(total)} records successfully`

const places: Record<ItemType, string> = {
  parts: 'The parts are in the Parts list.',
  assemblies: 'The assemblies are in the Assemblies list.',
  products: 'The products are in the Products list.',
  vendors: 'The vendors are in the Vendors list.',
}

/** The lists that show the imported records, except the open one. */
export const whereabouts = ({ types }: ImportResult, listType: ImportType): string =>
  types.flatMap((held) => (held === listType ? [] : places[held])).join(' ')

/** Reports the result of an import, with Undo. @param where the lists that show it */
export function imported(result: ImportResult, where: string, companyId: string): void {
  const { problems, changeSetId, summary } = result
  const id = changeSetId ?? crypto.randomUUID()
  const hasErrors = problems.length > 0
  notifications.show({
    id,
    title: hasErrors ? 'Import completed with errors' : 'Import Complete',
    message: (
      <>
        <div>
          {importedSentence(result)}
          {`, ${formatCount(summary.error)} ${summary.error === 1 ? 'error' : 'errors'}`}
        </div>
        {where && <div>{where}</div>}
        {/* With errors the result stays open, and has Undo itself. */}
        {changeSetId && !hasErrors && <ToastMessage toastId={id} undoable={{ companyId, changeSetId }} />}
      </>
    ),
    color: hasErrors ? 'red' : 'accent',
    autoClose: 9_000,
    // The result stays open in this case and fills a narrow screen: a toast at the bottom would cover its buttons.
    ...(hasErrors && { role: 'alert', ...(isPhone() && { position: 'top-center' as const }) }),
  })
}

export const importFailed = (error: unknown): void =>
  failure('Import Failed', messageOf(error) || 'Failed to import data')
