import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconUpload, IconX } from '@tabler/icons-react'
import { formatSize } from '../shared/format/file-size.ts'
import { FileFacts, FileLine } from './file-line.tsx'
import { FileMark } from './thumbnail.tsx'
import { dismiss, retry, type Upload } from './uploads.ts'

/** An upload with its progress, or a failed one with the reason. */
export function UploadLine({ upload }: { upload: Upload }) {
  const { file, problem, canRetry } = upload
  return (
    <FileLine
      mark={<FileMark of={problem === null ? IconUpload : IconAlertTriangle} />}
      name={file.name}
      facts={<Share upload={upload} />}
      problem={problem}
    >
      {canRetry && (
        <Button variant="default" size="compact-xs" onClick={() => void retry(upload)}>
          Try Again
        </Button>
      )}
      <ActionIcon
        aria-label={problem === null ? `Cancel upload of ${file.name}` : `Dismiss ${file.name}`}
        title={problem === null ? 'Cancel' : 'Dismiss'}
        onClick={() => dismiss(upload)}
      >
        <IconX size={16} />
      </ActionIcon>
    </FileLine>
  )
}

function Share({ upload: { file, share } }: { upload: Upload }) {
  const isSent = share >= 1
  return (
    <>
      <FileFacts>{isSent ? 'Storing...' : `${formatSize(file.size * share)} of ${formatSize(file.size)}`}</FileFacts>
      <Progress
        value={share * 100}
        animated={isSent}
        size="xs"
        transitionDuration={150}
        aria-label={`Upload of ${file.name}`}
      />
    </>
  )
}
