import { Button } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { IconUpload } from '@tabler/icons-react'
import { importExtensions } from 'contract/inventory/imports.ts'
import { useRef } from 'react'
import { failure } from '../../../shared/feedback/toasts.ts'
import classes from '../../summary/summary.module.css'
import type { ImportStart } from '../import-session.ts'

/** A place for a file. */
export function ImportDrop({ onStart }: { onStart: (start: ImportStart) => void }) {
  const open = useRef<() => void>(null)
  return (
    <Dropzone
      openRef={open}
      className={`text-center bg-app p-5 ${classes.drop}`}
      accept={{ 'text/csv': importExtensions }}
      multiple={false}
      enablePointerEvents
      activateOnKeyboard={false}
      tabIndex={-1}
      inputProps={{ 'aria-label': 'CSV file' }}
      onDrop={([file]) => file && onStart({ file })}
      onReject={() => failure('Invalid File', 'Please select a CSV file')}
    >
      <Button
        variant="default"
        leftSection={<IconUpload size={15} stroke={1.6} />}
        onClick={(event) => {
          event.stopPropagation()
          open.current?.()
        }}
      >
        Choose File
      </Button>
    </Dropzone>
  )
}
