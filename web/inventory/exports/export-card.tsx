import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { fetchFile } from '../../shared/api/fetch-file.ts'
import { failed, success } from '../../shared/feedback/toasts.ts'
import { useDownloadObstacle } from '../../shared/form/obstacle.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from '../summary/summary.module.css'
import { ForAccountant } from './for-accountant.tsx'

/** Downloads the whole inventory, in our format or in that of a store. */
export function ExportCard() {
  const companyId = useCompanyId()
  const exporting = useMutation({
    mutationFn: (format: 'internal' | 'shopify') => download(companyId, format),
    onSuccess: () => success('Inventory exported'),
    onError: (error) => failed('Export failed', error, error.message || 'Failed to export inventory'),
  })
  const obstacle = useDownloadObstacle()
  const offline = obstacle && { disabled: true, title: obstacle }
  const isBusy = (format: string) => exporting.isPending && exporting.variables === format
  return (
    <section className={`surface stack min-w-0 gap-2 ${classes.card}`} aria-label="Export">
      <h2>Export</h2>
      <p className="text-sm text-muted">Everything as CSV, or products for Shopify.</p>
      <div className="flex flex-wrap gap-2">
        <Button
          leftSection={<IconDownload size={15} stroke={1.6} />}
          loading={isBusy('internal')}
          {...offline}
          onClick={() => exporting.mutate('internal')}
        >
          Export Internal
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.6} />}
          loading={isBusy('shopify')}
          {...offline}
          onClick={() => exporting.mutate('shopify')}
        >
          Export Shopify
        </Button>
      </div>
      <ForAccountant />
    </section>
  )
}

const download = (companyId: string, format: 'internal' | 'shopify') =>
  fetchFile(
    `/api/companies/${companyId}/exports/inventory.csv?format=${format}`,
    format === 'shopify' ? 'inventory_shopify.csv' : 'inventory.csv',
  )
