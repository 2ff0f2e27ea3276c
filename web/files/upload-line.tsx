import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconAlertTriangle, IconUpload, IconX } from '@tabler/icons-react'
import classes from './attached-file.module.css'
import { formatSize } from './file-size.ts'
import { dismiss, retry, type Upload } from './uploads.ts'

/** A file on its way, with how far it is; or one that has not arrived, with the reason. */
export function UploadLine({ upload }: { upload: Upload }) {
  const { file, problem, canRetry } = upload
  return (
    <li className={classes.line} data-failed={problem !== null || undefined}>
      <span className={classes.thumbnail}>
        {problem === null ? (
          <IconUpload size={18} stroke={1.5} aria-hidden />
        ) : (
          <IconAlertTriangle size={18} stroke={1.5} aria-hidden />
        )}
      </span>
      <div className={classes.text}>
        <span className={classes.name} title={file.name}>
          {file.name}
        </span>
        {problem === null ? <Share upload={upload} /> : <span className={classes.problem}>{problem}</span>}
      </div>
      {canRetry && (
        <Button variant="default" size="compact-xs" onClick={() => void retry(upload)}>
          Try again
        </Button>
      )}
      <ActionIcon
        aria-label={problem === null ? `Cancel upload of ${file.name}` : `Dismiss ${file.name}`}
        title={problem === null ? 'Cancel' : 'Dismiss'}
        onClick={() => dismiss(upload)}
      >
        <IconX size={16} />
      </ActionIcon>
    </li>
  )
}

function Share({ upload: { file, share } }: { upload: Upload }) {
  const isSent = share >= 1
  return (
    <>
      <span className={classes.facts}>
        {isSent ? 'Storing...' : `${formatSize(file.size * share)} of ${formatSize(file.size)}`}
      </span>
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
