import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './bom-editor.module.css'
import type { EditorRow } from './editor-rows.ts'
import { type SuggestionList, Suggestions } from './suggestions.tsx'
import type { RowActions } from './use-bom-rows.ts'

type ComponentPickerProps = {
  row: EditorRow
  label: string
  errorId: string | undefined
  actions: RowActions
  /** The item in the form: it cannot contain itself. */
  ownId: string | undefined
}

/**
 * The input for a component's number: typing searches numbers and names, arrows move, Enter and Tab take the marked result. If the
 * person leaves the input without a choice, its text is looked up as a number.
 */
export function ComponentPicker({ row, label, errorId, actions, ownId }: ComponentPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<SuggestionList>(null)
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState<string | undefined>()
  const listId = useId()
  // The text is a pasted number that was looked up: the list would only cover the other lines, and the error of this one.
  useEffect(() => {
    if (row.id !== '' || errorId) setOpen(false)
  }, [row.id, errorId])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      isOpen ? list.current?.move(event.key === 'ArrowDown' ? 1 : -1) : setOpen(true)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (!(isOpen && list.current?.take())) actions.leave(row, ownId)
    } else if (event.key === 'Tab' && !event.shiftKey && isOpen && row.number.trim() !== '' && list.current?.take()) {
      event.preventDefault()
    } else if (event.key === 'Escape' && isOpen) {
      setOpen(false)
    }
  }

  return (
    <>
      <input
        ref={input}
        className={classes.input}
        data-field="component"
        // Mantine's dialogs also listen for Escape.
        data-mantine-stop-propagation={isOpen || undefined}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? marked : undefined}
        aria-autocomplete="list"
        aria-invalid={Boolean(errorId) || undefined}
        aria-describedby={errorId}
        autoComplete="off"
        spellCheck={false}
        placeholder="Number or name"
        value={row.number}
        onChange={(event) => {
          actions.setNumber(row, event.currentTarget.value)
          setOpen(true)
        }}
        onFocus={(event) => {
          event.currentTarget.select()
          // The list must not cover the error message.
          if (row.id === '' && !errorId) setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          if (row.id === '') actions.settle(row)
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Suggestions
          ref={list}
          id={listId}
          anchor={input}
          type={row.type}
          // The number of a chosen component is not a search.
          text={row.id === '' ? row.number : ''}
          ownId={ownId}
          onMark={setMarked}
          onCreate={() => actions.createPart(row)}
          onTake={(choice) => {
            setOpen(false)
            actions.choose(row, choice)
          }}
        />
      )}
    </>
  )
}
