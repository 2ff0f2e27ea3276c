import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Job } from 'contract/jobs.ts'
import { failure } from '../feedback/toasts.ts'
import { useDownloadObstacle } from '../form/obstacle.ts'
import { formatSize } from '../format/file-size.ts'
import { Moment } from '../format/moment.tsx'
import { SettingsRow } from '../page/settings-card.tsx'
import { useCompanyId } from '../session/session.ts'
import { api } from './api.ts'
import { fetchFile } from './fetch-file.ts'

/** The files of large exports that wait for their person, also on another device. */
export function KeptExports() {
  const { data } = useQuery(api.jobs.list.queryOptions({ input: { companyId: useCompanyId() } }))
  const files = data?.items.flatMap(({ file }) => file ?? []) ?? []
  return files.map((file) => <KeptExport key={file.url} {...file} />)
}

function KeptExport({ name, url, size, expiresAt }: NonNullable<Job['file']>) {
  const obstacle = useDownloadObstacle()
  const downloading = useMutation({
    mutationFn: () => fetchFile(url, name),
    onError: (error) => failure('Download failed', error.message),
  })
  const hint = (
    <>
      {formatSize(size)}, ready until <Moment at={expiresAt} />
    </>
  )
  return (
    <SettingsRow label={name} hint={hint}>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.6} />}
        loading={downloading.isPending}
        {...(obstacle && { disabled: true, title: obstacle })}
        onClick={() => downloading.mutate()}
      >
        Download
      </Button>
    </SettingsRow>
  )
}
