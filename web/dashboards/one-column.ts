import { useMediaQuery } from '@mantine/hooks'
import { widths } from '../shared/page/widths.ts'

/** Whether the columns of a dashboard stand below each other (.board in dashboard.module.css). */
export const useIsOneColumn = () => useMediaQuery(widths['one-column'], undefined, { getInitialValueInEffect: false })
