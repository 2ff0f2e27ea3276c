import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ColumnMapping, ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportPreview, type ImportResult, type ImportType, RowsNotChosen } from 'contract/inventory/imports.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { FileChanged } from '../../shared/api/send-file.ts'
import { messageOf, refusalOf } from '../../shared/api/server-errors.ts'
import { at } from '../../shared/page/at.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { uploadCsv } from './choose/csv-upload.ts'
import { type ImportPlace, imported, importFailed, listsOf, whereabouts } from './import-toasts.tsx'
import { asChosen, needsLook, plainAnswers } from './map/column-choices.ts'
import { type Correction, withCorrections } from './preview/corrections.ts'
import { putBack } from './put-back.ts'

/** `lost`: cells that the user corrected and that are not in the file as it is read now. */
export type ImportStep =
  | { name: 'choose' }
  | { name: 'map'; preview: ImportPreview; lost: Correction[] }
  | { name: 'preview'; preview: ImportPreview; lost: Correction[] }
  | { name: 'result'; preview: ImportPreview; result: ImportResult; where: string }

/** `isLook`: the user wants to see the columns again, not the rows. */
type Attempt = {
  file: File
  type: ImportType
  mapping?: ColumnMapping
  choices?: ImportChoices
  isLook?: boolean
  /** the item of a bill of materials, as it was known before the file was read */
  bomOf?: string | null | undefined
  /** the cells of this file that the user has corrected so far */
  corrections: Correction[]
}

export type ImportSession = ReturnType<typeof useImportSession>

/** The starting point of an import: its file, its preview, or the item whose bill of materials the file will hold. */
export type ImportStart = { file: File } | { preview: ImportPreview } | { bomOf: string }

/** One import, from the choice of a file to its result. @param listType the preset type */
export function useImportSession(listType: ImportType, onDone: () => void, start?: ImportStart) {
  const [step, setStep] = useState<ImportStep>(firstStep(start))
  const [type, setType] = useState(listType)
  const upload = useUpload(setStep)
  const commit = useCommit({ listType, isAtItem: itemOf(start) !== null }, setStep, onDone)
  const [corrections, setCorrections] = useState<Correction[]>([])
  const send = (attempt: Omit<Attempt, 'file' | 'corrections' | 'bomOf'> & { file?: File }) => {
    const file = attempt.file ?? upload.variables?.file
    const kept = attempt.file ? [] : corrections
    setType(attempt.type)
    setCorrections(kept)
    isStored.current = false
    // Another file is for the same item.
    const last = upload.variables
    const bomOf = last?.choices?.bomOf ?? last?.bomOf ?? itemOf(start)
    if (file) upload.mutate({ ...attempt, file, bomOf, corrections: kept })
  }
  const sent = useRef<File>(null)
  const answered = useRef(false)
  const isStored = useRef(false)
  useEffect(() => {
    if (!start || !('file' in start) || sent.current === start.file) return
    sent.current = start.file
    upload.mutate({ file: start.file, type: listType, corrections: [] })
  }, [start, listType, upload.mutate])
  return {
    step,
    type,
    setType,
    fileName: upload.variables?.file.name ?? null,
    send,
    /** Reads the file again as for this preview, with another choice. */
    sendAgain: (preview: ImportPreview, changes: Partial<ImportChoices>) => {
      const { type: sentType, mapping } = upload.variables ?? {}
      const choices = { ...asChosen(preview).choices, ...changes }
      send({ type: sentType ?? type, choices, ...(mapping && { mapping }) })
    },
    /** whether the browser has the file; it has none for a backup */
    canReadAgain: upload.variables !== undefined,
    isSending: upload.isPending,
    progress: upload.progress,
    sendError: upload.error ? sentenceOf(upload.error) : null,
    goTo: (next: ImportStep) => {
      upload.clearError()
      isStored.current ||= step.name === 'result'
      setStep(next)
    },
    /** how many rows the user has corrected */
    correctedRows: new Set(corrections.map(({ sheet, rowNumber }) => `${sheet} ${rowNumber}`)).size,
    keepCorrections: (more: Correction[]) => setCorrections((before) => withCorrections(before, more)),
    /** A row was corrected; a person who looks at the columns stays there. */
    tellCorrected: (preview: ImportPreview) =>
      setStep((now) =>
        (now.name === 'map' || now.name === 'preview') && now.preview.id === preview.id ? { ...now, preview } : now,
      ),
    commit: (preview: ImportPreview, choice: CommitChoice) => commit.mutate({ preview, ...choice }),
    isCommitting: commit.isPending,
    /** Whether the columns on screen have answers that have not been sent. */
    tellAnswered: useCallback((isAnswered: boolean) => {
      answered.current = isAnswered
    }, []),
    /** whether something would be lost with the import: answers about columns, or corrected rows */
    hasAnswers: () =>
      !isStored.current && (answered.current || corrections.length > 0 || upload.variables?.choices !== undefined),
    /** why the selected rows were not imported; cleared when the selection changes */
    refusal: refusalOf(commit.error, RowsNotChosen),
    forgetRefusal: commit.reset,
  }
}

const itemOf = (start: ImportStart | undefined): string | null => (start && 'bomOf' in start ? start.bomOf : null)

const firstStep = (start: ImportStart | undefined): ImportStep => {
  if (!start || !('preview' in start)) return { name: 'choose' }
  return { name: start.preview.status === 'needs_mapping' ? 'map' : 'preview', preview: start.preview, lost: [] }
}

function useUpload(setStep: (step: ImportStep) => void) {
  const companyId = useCompanyId()
  const [progress, setProgress] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const aborter = useRef<AbortController>(null)
  useEffect(() => () => aborter.current?.abort(), [])
  const sending = useMutation({
    mutationFn: async ({ isLook: _, corrections, bomOf, ...attempt }: Attempt) => {
      aborter.current = new AbortController()
      setProgress(0)
      setError(null)
      const { signal } = aborter.current
      const read = (choices = attempt.choices) =>
        uploadCsv({ companyId, bomOf, ...attempt, choices, signal, onProgress: setProgress })
      const first = await read()
      const answers = attempt.choices ? null : plainAnswers(first)
      const preview = answers ? await read(answers) : first
      return putBack(companyId, preview, corrections)
    },
    onSuccess: ({ preview, lost }, { type: sentType, choices, isLook = false }) => {
      // Show the columns first if the user should see them and has not chosen yet.
      const isFirst = isLook || (choices ? preview.status === 'needs_mapping' : needsLook(preview, sentType))
      setStep({ name: isFirst ? 'map' : 'preview', preview, lost })
    },
    onError: setError,
  })
  return { ...sending, error, progress, clearError: () => setError(null) }
}

/** The screen with past imports and the place for the next one. */
export const pastImports = at('/inventory/summary', { tab: 'transfer' })

const addresses: Partial<Record<ImportPlace, typeof pastImports>> = {
  transfer: pastImports,
  bom: at('/inventory/summary', { tab: 'transfer', import: 'bom' }),
}

/** `only`: the selected rows, else all. `deleteAdded`: for a backup, also deletes the records added after it was made. */
type CommitChoice = { goodRowsOnly: boolean; only?: number[]; deleteAdded: boolean }

/** `isAtItem`: the import began at an item, which shows its lines afterwards. */
type Begun = { listType: ImportType; isAtItem: boolean }

function useCommit({ listType, isAtItem }: Begun, setStep: (step: ImportStep) => void, onDone: () => void) {
  const companyId = useCompanyId()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ preview, ...choice }: { preview: ImportPreview } & CommitChoice) =>
      client.imports.commit({ companyId, id: preview.id, ...choice }),
    onSuccess: (result, { preview }) => {
      const lists = listsOf(result, listType)
      imported(
        result,
        { lists, companyId, preview },
        (place) => void navigate(addresses[place] ?? at(`/inventory/${place}`)),
      )
      if (result.problems.length === 0) {
        onDone()
        // What can be built now, and what blocks it.
        if (preview.bom && !isAtItem && result.types.includes('products')) void navigate(at('/inventory/summary'))
      } else setStep({ name: 'result', preview, result, where: whereabouts(lists) })
    },
    onError: (error) => refusalOf(error, RowsNotChosen) ?? importFailed(error),
  })
}

const sentenceOf = (error: unknown) => (error instanceof FileChanged ? error.message : messageOf(error))
