import { Portal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ComponentType, componentTypeLabels, componentTypes } from 'contract/inventory/bom.ts'
import type { ComponentChoice } from 'contract/inventory/components.ts'
import { type Ref, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { PicturePlace } from '../../shared/record/record-picture.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './suggestions.module.css'

export type SuggestionList = {
  move: (step: 1 | -1) => void
  /** Takes the marked result. False when none is marked, or when the list belongs to an earlier text. */
  take: () => boolean
}

type SuggestionsProps = {
  ref: Ref<SuggestionList>
  id: string
  anchor: RefObject<HTMLElement | null>
  type: ComponentType
  text: string
  ownId: string | undefined
  onMark: (optionId: string | undefined) => void
  onTake: (choice: ComponentChoice) => void
  /** Makes a part of the text, where nothing was found. */
  onCreate: () => void
}

const nouns: Record<ComponentType, string> = { part: 'parts', assembly: 'assemblies', product: 'products' }
const asOne: Record<ComponentType, string> = { part: 'a part', assembly: 'an assembly', product: 'a product' }

/**
 * The results below the input. Rendered outside the dialog, which would clip them. Without a result of the line's type, those of the other
 * types: who takes one gives the line its type.
 */
export function Suggestions({ ref, id, anchor, type, text, ownId, onMark, onTake, onCreate }: SuggestionsProps) {
  const { items, isCurrent, isPending } = useChoices(type, text.trim(), ownId)
  const [place, setPlace] = useState<number | null>(null)
  const style = usePlaceBelow(anchor)
  const isOfType = items[0]?.type === type
  // With a text the first result is marked. Without one none is marked, so leaving an empty line chooses nothing.
  const at = Math.min(place ?? (text.trim() ? 0 : -1), items.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search marks its first result
  useEffect(() => setPlace(null), [type, text])
  useEffect(() => onMark(at < 0 ? undefined : `${id}-${at}`), [id, at, onMark])
  // void: newer browsers return a promise, which React would take for a cleanup function.
  useEffect(() => void document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at])
  useImperativeHandle(ref, () => ({
    move: (step) => setPlace((at + step + items.length) % Math.max(items.length, 1)),
    take: () => {
      const choice = items[at]
      if (!choice || !isCurrent) return false
      onTake(choice)
      return true
    },
  }))
  return (
    <Portal>
      {items.length > 0 ? (
        <div
          id={id}
          className={`overflow-y-auto text-sm border-strong rounded-sm bg-raised p-1 ${classes.list}`}
          style={style}
          role="listbox"
          aria-label={isOfType ? componentTypeLabels[type] : 'Other types'}
        >
          {/* Hidden from screen readers, which hear it with each option: a list box holds options only. */}
          {!isOfType && (
            <p className="text-muted py-1 px-2" aria-hidden>
              No {nouns[type]} found. Choose one of another type:
            </p>
          )}
          {items.map((choice, index) => (
            // The input keeps the focus and handles the keys.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={choice.id}
              id={`${id}-${index}`}
              className={`row gap-3 rounded-xs cursor-pointer ${classes.option}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onTake(choice)}
            >
              <PicturePlace id={choice.pictureId} />
              <span className={`code flex-none font-medium ${classes.number}`}>{choice.number}</span>
              <span className="min-w-0 text-muted truncate">{choice.name}</span>
              {choice.type !== type && (
                <span className="flex-none ml-auto text-muted">Found as {asOne[choice.type]}</span>
              )}
            </div>
          ))}
        </div>
      ) : (
        <p
          id={id}
          className={`overflow-y-auto text-sm border-strong rounded-sm bg-raised p-1 ${classes.list}`}
          style={style}
          role="status"
        >
          {isPending ? 'Searching…' : text.trim() ? `No ${nouns[type]} found` : `No ${nouns[type]} yet`}
          {type === 'part' && !isPending && isCurrent && text.trim() && (
            <>
              {'. '}
              {/* The input keeps the focus: its text would be looked up when it is left. */}
              <TextButton onMouseDown={(event) => event.preventDefault()} onClick={onCreate}>
                Create Part
              </TextButton>
            </>
          )}
        </p>
      )}
    </Portal>
  )
}

function useChoices(type: ComponentType, text: string, ownId: string | undefined) {
  const companyId = useCompanyId()
  const [q] = useDebouncedValue(text, 120)
  const { data, isPlaceholderData, isPending } = useQuery(
    api.components.search.queryOptions({
      input: { companyId, type, pageSize: 20, ...(q && { q }) },
      placeholderData: keepPreviousData,
    }),
  )
  // Never show results of another kind, not even for a moment.
  const ofType = data?.items.filter((item) => item.id !== ownId && item.type === type) ?? []
  const isCurrent = q === text && !isPlaceholderData
  const elsewhere = useOtherTypes(type, q, isCurrent && !isPending && q !== '' && ofType.length === 0)
  const items = ofType.length > 0 ? ofType : elsewhere.items.filter(({ id }) => id !== ownId)
  return { items, isCurrent, isPending: isPending || isPlaceholderData || elsewhere.isPending }
}

const shownOfOtherType = 5

/** What a search finds among the other types; searched only when the type of the line has nothing. */
function useOtherTypes(type: ComponentType, q: string, isWanted: boolean) {
  const companyId = useCompanyId()
  const queries = useQueries({
    queries: componentTypes
      .filter((other) => other !== type)
      .map((other) => ({
        ...api.components.search.queryOptions({ input: { companyId, type: other, q, pageSize: shownOfOtherType } }),
        enabled: isWanted,
      })),
  })
  return {
    items: isWanted ? queries.flatMap(({ data }) => data?.items ?? []) : [],
    isPending: isWanted && queries.some((each) => each.isPending),
  }
}

const room = 260

/** Places the list below the input, or above it if there is more room; follows when the dialog scrolls. */
function usePlaceBelow(anchor: RefObject<HTMLElement | null>) {
  const [style, setStyle] = useState<React.CSSProperties>({ visibility: 'hidden' })
  useLayoutEffect(() => {
    const place = () => {
      const box = anchor.current?.getBoundingClientRect()
      if (!box) return
      const isBelow = window.innerHeight - box.bottom >= Math.min(room, box.top)
      // On a phone the input is as wide as the dialog.
      const width = window.innerWidth < 640 ? box.width : Math.max(box.width, 416)
      setStyle({
        width,
        left: Math.max(8, Math.min(box.left, window.innerWidth - width - 8)),
        maxHeight: Math.min(room, (isBelow ? window.innerHeight - box.bottom : box.top) - 12),
        ...(isBelow ? { top: box.bottom + 4 } : { bottom: window.innerHeight - box.top + 4 }),
      })
    }
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
    }
  }, [anchor])
  return style
}
