import { Anchor, Button, Progress, SegmentedControl } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ImportType, importExtensions, importTypes } from 'contract/inventory/imports.ts'
import { problemKinds } from 'contract/inventory/problem-kinds/import-problem-kinds.ts'
import { useRef, useState } from 'react'
import { Choice } from '../../../shared/form/choice.tsx'
import { isTouchOnly } from '../../../shared/page/use-is-phone.ts'
import { useCompanyId } from '../../../shared/session/session.ts'
import type { ImportSession } from '../import-session.ts'
import { typeLabels } from '../import-types.ts'
import { Problem } from '../preview/problem.tsx'
import { Step } from '../step.tsx'
import classes from './choose-step.module.css'
import { PastedCells } from './pasted-cells.tsx'

// The fixed words of product.md 5; the card on Import/Export says 'Invalid File'.
const noCsv = problemKinds.no_csv.words({}, undefined)

const types = importTypes.map((value) => ({ value, label: typeLabels[value] }))

export function ChooseStep({ session, onClose }: { session: ImportSession; onClose: () => void }) {
  const [refused, setRefused] = useState<string | null>(null)
  const [source, setSource] = useState('file')
  const choose = (file: File) => {
    setRefused(null)
    session.send({ file, type: session.type })
  }
  const problem = session.isSending ? null : (refused ?? session.sendError)
  return (
    <Step
      title="Choose a file"
      subtitle="You see what would change before anything is stored."
      footer={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {problem && <Problem title={refused || problem === noCsv ? 'Invalid file' : 'Import Failed'}>{problem}</Problem>}
      <div className={`flex flex-wrap items-end justify-between gap-x-4 gap-y-2 ${classes.type}`}>
        <Choice
          label="What the file contains"
          data={types}
          value={session.type}
          disabled={session.isSending}
          onChange={session.setType}
        />
        <TemplateLink type={session.type} />
      </div>
      <SegmentedControl
        size="xs"
        className="self-start"
        aria-label="Where the rows come from"
        data={sources}
        value={source}
        disabled={session.isSending}
        onChange={setSource}
      />
      {source === 'paste' ? (
        <PastedCells isSending={session.isSending} onChoose={choose} />
      ) : (
        <FileDrop session={session} onRefuse={setRefused} onChoose={choose} />
      )}
    </Step>
  )
}

const sources = [
  { value: 'file', label: 'File' },
  { value: 'paste', label: 'Paste' },
]

const contents = {
  auto: 'Parts, assemblies, products, vendors, stock, a bill of materials, or a Shopify product export',
  bom: 'Parent, component and quantity, or levels as CAD programs write them',
}

function TemplateLink({ type }: { type: ImportType }) {
  const companyId = useCompanyId()
  if (type === 'auto' || type === 'bom')
    return <span className="mt-2 text-xs text-faint break-words">{contents[type]}</span>
  return (
    <Anchor size="sm" href={`/api/companies/${companyId}/import-templates/${type}`} download>
      Download Template
    </Anchor>
  )
}

type FileDropProps = { session: ImportSession; onChoose: (file: File) => void; onRefuse: (message: string) => void }

function FileDrop({ session, onChoose, onRefuse }: FileDropProps) {
  const open = useRef<() => void>(null)
  const { isSending } = session
  return (
    <Dropzone
      openRef={open}
      className={`grid place-items-center flex-1 text-center bg-surface ${classes.drop}`}
      // A file with one of these extensions, or of the type text/csv (product.md 5).
      accept={{ 'text/csv': importExtensions }}
      multiple={false}
      disabled={isSending}
      enablePointerEvents
      activateOnKeyboard={false}
      tabIndex={-1}
      inputProps={{ 'aria-label': 'CSV file', disabled: isSending }}
      onDrop={([file]) => file && onChoose(file)}
      onReject={(files) => onRefuse(files.length > 1 ? 'Please select one file' : noCsv)}
    >
      {isSending ? (
        <UploadProgress session={session} />
      ) : (
        <>
          <IconFileSpreadsheet className="text-muted" size={28} stroke={1.4} aria-hidden />
          <p className="mt-2 font-medium">{isTouchOnly() ? 'A CSV or Excel file' : 'Drop a CSV or Excel file here'}</p>
          <Button
            mt="xs"
            onClick={(event) => {
              event.stopPropagation()
              open.current?.()
            }}
          >
            Choose File
          </Button>
          <p className="mt-2 text-xs text-faint break-words">
            Up to 32 MB and 300,000 rows; columns may have any order and names
          </p>
        </>
      )}
    </Dropzone>
  )
}

function UploadProgress({ session: { progress, fileName } }: { session: ImportSession }) {
  const isSent = progress >= 1
  return (
    <div className={`stack max-w-full gap-2 ${classes.progress}`}>
      <p className="mt-2 font-medium">Importing...</p>
      <p className="mt-2 text-xs text-faint break-words">
        {fileName}: {isSent ? 'reading the rows' : `uploading, ${Math.round(progress * 100)} %`}
      </p>
      <Progress
        value={isSent ? 100 : progress * 100}
        animated={isSent}
        aria-label="Upload progress"
        size="sm"
        transitionDuration={150}
      />
    </div>
  )
}
