import { notifications } from '@mantine/notifications'
import { importedFile, recordsInWords } from 'contract/activity/imported.ts'
import type { ImportResult, ImportType, ItemType } from 'contract/inventory/imports.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { ToastMessage } from '../../shared/feedback/toast-message.tsx'
import { failure } from '../../shared/feedback/toasts.ts'
import { isPhone } from '../../shared/page/use-is-phone.ts'
import { formatCount } from './import-types.ts'

/** 'Imported 91/103 records successfully' (product.md 8). Rows that later ones replace are no records of their own. */
export const importedSentence = ({ success, summary }: Pick<ImportResult, 'success' | 'summary'>): string =>
  `Imported ${formatCount(success)}/${formatCount(success + summary.error)} records successfully`

const places: Record<ItemType, string> = {
  parts: 'The parts are in the Parts list.',
  assemblies: 'The assemblies are in the Assemblies list.',
  products: 'The products are in the Products list.',
  vendors: 'The vendors are in the Vendors list.',
}

/** The lists that show the imported records, except the open one. */
export const listsOf = ({ types }: ImportResult, listType: ImportType): ItemType[] =>
  types.filter((held) => held !== 'stock' && held !== 'places').filter((held) => held !== listType)

/** Whoever imported products and their parts wants to see the products. */
const mostTelling: ItemType[] = ['products', 'assemblies', 'parts', 'vendors']

export const whereabouts = (lists: ItemType[]): string => lists.map((list) => places[list]).join(' ')

type StoredProps = { result: ImportResult; fileName: string | null; onPast: () => void }

/** '61 parts and 5 vendors from parts.xlsx, listed under Past imports.' */
export const Stored = ({ result: { records }, fileName, onPast }: StoredProps) => (
  <>
    {recordsInWords(records)} from {importedFile({ fileName })}, listed under{' '}
    <TextButton onClick={onPast}>Past imports</TextButton>
  </>
)

/**
 * Reports the result of an import, with Undo and a link. After parts comes what is built from them.
 * @param lists those that show it @param open opens one of them, or the place of imports
 */
export function imported(
  result: ImportResult,
  { lists, companyId, fileName }: { lists: ItemType[]; companyId: string; fileName: string | null },
  open: (list: ItemType | 'transfer') => void,
): void {
  const { problems, changeSetId, summary } = result
  const id = changeSetId ?? crypto.randomUUID()
  const hasErrors = problems.length > 0
  const follow = (to: 'transfer') => {
    notifications.hide(id)
    open(to)
  }
  const shown = mostTelling.find((list) => lists.includes(list))
  notifications.show({
    id,
    title: hasErrors ? 'Import completed with errors' : 'Import Complete',
    message: (
      <>
        <div>
          {importedSentence(result)}
          {`, ${formatCount(summary.error)} ${summary.error === 1 ? 'error' : 'errors'}`}
        </div>
        {changeSetId && !hasErrors ? (
          <div>
            <Stored {...{ result, fileName }} onPast={() => follow('transfer')} />
          </div>
        ) : (
          lists.length > 0 && <div>{whereabouts(lists)}</div>
        )}
        {/* With errors the result stays open, and has Undo itself. */}
        {changeSetId && !hasErrors && (
          <ToastMessage
            toastId={id}
            undoable={{ companyId, changeSetId }}
            link={
              isOnlyParts(result)
                ? { label: 'Import a BOM', open: () => open('transfer') }
                : shown && { label: `Show ${shown}`, open: () => open(shown) }
            }
          />
        )}
      </>
    ),
    color: hasErrors ? 'red' : 'accent',
    autoClose: 9_000,
    // The result stays open in this case and fills a narrow screen: a toast at the bottom would cover its buttons.
    ...(hasErrors && { role: 'alert', ...(isPhone() && { position: 'top-center' as const }) }),
  })
}

/** Besides the vendors that parts name: what is built from them comes next. */
const isOnlyParts = ({ types }: ImportResult) => types.filter((type) => type !== 'vendors').join() === 'parts'

export const importFailed = (error: unknown): void =>
  failure('Import Failed', messageOf(error) || 'Failed to import data')
