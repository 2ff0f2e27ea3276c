import { notifications } from '@mantine/notifications'
import { importedFile, recordsInWords } from 'contract/activity/imported.ts'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
import type { ImportPreview, ImportResult, ImportType, ItemType } from 'contract/inventory/imports.ts'
import { messageOf } from '../../shared/api/server-errors.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { actionMs, ToastMessage } from '../../shared/feedback/toast-message.tsx'
import { failed } from '../../shared/feedback/toasts.ts'
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
 * Reports the result of an import, with Undo and the next step: after parts what is built from them.
 * @param lists those that show it @param open opens a list, or another place
 */
export function imported(
  result: ImportResult,
  { lists, companyId, preview }: Imported,
  open: (place: ImportPlace) => void,
): void {
  const { problems, changeSetId, summary } = result
  const id = changeSetId ?? crypto.randomUUID()
  const hasErrors = problems.length > 0
  const follow = (to: ImportPlace) => {
    notifications.hide(id)
    open(to)
  }
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
            <Stored result={result} fileName={preview.fileName} onPast={() => follow('transfer')} />
          </div>
        ) : (
          lists.length > 0 && <div>{whereabouts(lists)}</div>
        )}
        {repeated(preview).map((sentence) => (
          <div key={sentence}>{sentence}.</div>
        ))}
        {/* With errors the result stays open, and has Undo itself. */}
        {changeSetId && !hasErrors && (
          <ToastMessage toastId={id} undoable={{ companyId, changeSetId }} link={nextOf(result, lists, open)} />
        )}
      </>
    ),
    color: hasErrors ? 'red' : 'accent',
    autoClose: actionMs,
    // The result stays open in this case: a toast at the bottom would cover its buttons.
    ...(hasErrors && { role: 'alert', position: 'top-center' as const }),
  })
}

type Imported = { lists: ItemType[]; companyId: string; preview: ImportPreview }

/** What became of rows with the same number. */
const repeated = ({ problems }: ImportPreview) => problems.filter(({ code }) => code === 'rows_repeat').map(sentenceOf)

/** A list, the import of a bill of materials, or the past imports. */
export type ImportPlace = ItemType | 'bom' | 'transfer'

function nextOf({ types }: ImportResult, lists: ItemType[], open: (place: ImportPlace) => void) {
  // Besides the vendors that parts name.
  if (types.filter((type) => type !== 'vendors').join() === 'parts')
    return { label: 'Import a BOM', open: () => open('bom') }
  const shown = mostTelling.find((list) => lists.includes(list))
  return shown && { label: `Show ${shown}`, open: () => open(shown) }
}

export const importFailed = (error: unknown): void =>
  failed('Import Failed', error, messageOf(error) || 'Failed to import data')
