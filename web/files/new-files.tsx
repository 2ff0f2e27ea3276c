import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { typeClaimedBy } from 'contract/files/file-types.ts'
import { fileLimits } from 'contract/files/files.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { DropArea } from './drop-area.tsx'
import { FileFacts, FileLine } from './file-line.tsx'
import { FilesSection } from './files-section.tsx'
import { FileMark, iconOf } from './thumbnail.tsx'
import type { RefusedFile } from './uploads.ts'

/** A file for a record that does not exist yet; `problem` says why it cannot be attached. */
export type NewFile = { file: File; problem: string | null }

export type NewFilesProps = { title: string; files: NewFile[]; onChange: (files: NewFile[]) => void }

/** The files for a new record: people choose them here, `attach` sends them once the record exists. */
export function NewFiles({ title, files, onChange }: NewFilesProps) {
  const good = files.filter(({ problem }) => problem === null)
  const add = (taken: File[], refused: RefusedFile[]) =>
    onChange([...files, ...taken.map((file) => ({ file, problem: null })), ...refused])
  return (
    <FilesSection title={title} count={good.length}>
      <DropArea room={fileLimits.perRecord - good.length} onDrop={add}>
        {files.length > 0 && (
          <ul className="m-0">
            {files.map((one, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice, and lines hold nothing
              <NewFileLine key={place} {...one} onRemove={() => onChange(files.filter((other) => other !== one))} />
            ))}
          </ul>
        )}
      </DropArea>
    </FilesSection>
  )
}

function NewFileLine({ file, problem, onRemove }: NewFile & { onRemove: () => void }) {
  return (
    <FileLine
      mark={<FileMark of={problem === null ? iconOf(typeClaimedBy(file.name)) : IconAlertTriangle} />}
      name={file.name}
      facts={<FileFacts>{formatSize(file.size)}</FileFacts>}
      problem={problem}
    >
      <ActionIcon aria-label={`Leave out ${file.name}`} title="Leave out" onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </FileLine>
  )
}
