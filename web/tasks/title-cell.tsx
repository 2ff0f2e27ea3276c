import { FileCount } from '../files/public.tsx'
import classes from './tasks.module.css'

/** The title of a task or a template in a list, with its files. */
export const TitleCell = ({ of: { title, fileCount } }: { of: { title: string; fileCount: number } }) => (
  <span className="row min-w-0 gap-2">
    <span className={`overflow-hidden text-ellipsis ${classes.words}`} title={title}>
      {title}
    </span>
    <FileCount count={fileCount} />
  </span>
)
