import type { EditorView } from '@codemirror/view'
import { ActionIcon, FileButton, Menu, Modal } from '@mantine/core'
import {
  type Icon,
  IconBold,
  IconChecklist,
  IconCode,
  IconFileText,
  IconHeading,
  IconInfoSquareRounded,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconTable,
} from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { client } from '../../shared/api/api.ts'
import { failedTo } from '../../shared/feedback/toasts.ts'
import { useDialog } from '../../shared/form/dialog.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { SopSelect } from '../links/sop-select.tsx'
import classes from './markdown-editor.module.css'
import { insert, toggleHeading, toggleLines, wrap } from './marks.ts'

type Tool = { label: string; keys?: string; icon: Icon; run: (view: EditorView) => void }

const link = (view: EditorView) => {
  const { from, to } = view.state.selection.main
  insert(view, `[${view.state.sliceDoc(from, to) || 'Name'}](https://)`)
}

const table = '| What | How |\n| --- | --- |\n|  |  |'

const words: Tool[] = [
  { label: 'Bold', keys: 'Ctrl + B', icon: IconBold, run: (view) => wrap(view, '**') },
  { label: 'Italic', keys: 'Ctrl + I', icon: IconItalic, run: (view) => wrap(view, '_') },
  { label: 'Code', keys: 'Ctrl + E', icon: IconCode, run: (view) => wrap(view, '`') },
]

const lines: Tool[] = [
  { label: 'Heading', keys: 'Ctrl + Alt + 1', icon: IconHeading, run: toggleHeading },
  { label: 'Numbered steps', keys: 'Ctrl + Shift + 7', icon: IconListNumbers, run: (view) => toggleLines(view, '1. ') },
  { label: 'List', keys: 'Ctrl + Shift + 8', icon: IconList, run: (view) => toggleLines(view, '- ') },
  { label: 'Checklist', keys: 'Ctrl + Shift + 9', icon: IconChecklist, run: (view) => toggleLines(view, '- [ ] ') },
  { label: 'Table', icon: IconTable, run: (view) => insert(view, table, true) },
  { label: 'Link', icon: IconLink, run: link },
]

const callouts = { NOTE: 'Note', TIP: 'Tip', IMPORTANT: 'Important', WARNING: 'Warning', CAUTION: 'Caution' }

/** The words of the callout are typed within it. */
function insertCallout(view: EditorView, kind: string) {
  insert(view, `> [!${kind}]\n> `, true)
  view.dispatch({ selection: { anchor: view.state.selection.main.head - 1 } })
}

const pictures = 'image/png,image/jpeg,image/webp,image/gif'

type EditorToolbarProps = { view: RefObject<EditorView | null>; onFiles: (files: File[]) => void }

export function EditorToolbar({ view, onFiles }: EditorToolbarProps) {
  const [isLinking, setLinking] = useState(false)
  const button = ({ label, keys, icon: Shape, run }: Tool) => (
    <ActionIcon
      key={label}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      onClick={() => view.current && run(view.current)}
    >
      <Shape size={16} />
    </ActionIcon>
  )
  return (
    <div className="flex flex-wrap gap-0-5 border-b bg-app p-1" role="toolbar" aria-label="Formatting">
      {words.map(button)}
      <span className={classes.gap} />
      {lines.map(button)}
      <Callouts onChoose={(kind) => view.current && insertCallout(view.current, kind)} />
      <span className={classes.gap} />
      <FileButton accept={pictures} multiple onChange={onFiles}>
        {(props) => (
          <ActionIcon aria-label="Picture" title="Picture: choose, paste or drop it" {...props}>
            <IconPhoto size={16} />
          </ActionIcon>
        )}
      </FileButton>
      <ActionIcon aria-label="Link to a SOP" title="Link to a SOP" onClick={() => setLinking(true)}>
        <IconFileText size={16} />
      </ActionIcon>
      {isLinking && (
        <LinkToSop
          onClose={() => setLinking(false)}
          onChoose={({ id, title }) => {
            setLinking(false)
            if (view.current) insert(view.current, `[${title.replace(/[[\]]/g, '')}](/sops/${id})`)
          }}
        />
      )}
    </div>
  )
}

const Callouts = ({ onChoose }: { onChoose: (kind: string) => void }) => (
  <Menu position="bottom-start" zIndex={400}>
    <Menu.Target>
      <ActionIcon aria-label="Callout" title="Callout">
        <IconInfoSquareRounded size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {Object.entries(callouts).map(([kind, label]) => (
        <Menu.Item key={kind} onClick={() => onChoose(kind)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

type LinkToSopProps = { onChoose: (sop: { id: string; title: string }) => void; onClose: () => void }

/** The choice of a SOP to link to. The link holds its id, so it survives a new title. */
function LinkToSop({ onChoose, onClose }: LinkToSopProps) {
  const companyId = useCompanyId()
  const choose = (id: string | null) => {
    if (id) client.sops.get({ companyId, id }).then(onChoose, failedTo('fetch SOP'))
  }
  return (
    <Modal opened onClose={onClose} title="Link to a SOP" {...useDialog()}>
      <SopSelect label="SOP" value={null} onChange={choose} />
    </Modal>
  )
}
