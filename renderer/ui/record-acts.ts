/**
 * The buttons and menu lines of the open record. They register themselves, so that the palette lists
 * the same actions with the same reasons.
 */
import {
  inject,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  provide,
  shallowReactive,
  useId,
  type InjectionKey,
} from 'vue'

export interface RecordAct {
  readonly id: string
  readonly title: string
  /** Why it is not possible now; empty if it is. */
  readonly disabledReason: string
  readonly shortcut: string
  readonly run: () => void
}

/** Describes the present actions of one control; none while it is not visible. */
type Source = () => readonly Omit<RecordAct, 'id'>[]

const isRecordKey: InjectionKey<boolean> = Symbol('record acts')
const sources = shallowReactive(new Map<string, Source>())

/** Makes the controls below the calling component actions of the open record. */
export const provideRecordActs = (): void => provide(isRecordKey, true)
/** Excludes the controls below the calling component, such as the button that opens a menu. */
export const withholdRecordActs = (): void => provide(isRecordKey, false)

/** Registers the actions of a control of the open record while the control is mounted. */
export function useRecordActs(source: Source): void {
  if (!inject(isRecordKey, false)) return
  const id = useId()
  const add = (): unknown => sources.set(id, source)
  const remove = (): unknown => sources.delete(id)
  onMounted(add)
  onActivated(add)
  onDeactivated(remove)
  onBeforeUnmount(remove)
}

/** Returns the present actions of the open record, in the order of their controls. */
export const openRecordActs = (): readonly RecordAct[] =>
  [...sources].flatMap(([id, source]) =>
    source().map((act, index) => ({ ...act, id: `record.${id}.${String(index)}` })),
  )

/** Whether an element is drawn; without layout, as in tests, every element is. */
export function isDrawn(element: Partial<Pick<Element, 'checkVisibility'>> | null): boolean {
  return element !== null && (element.checkVisibility?.() ?? true)
}

/** The label of a control, without what only decorates it. */
export const labelOf = (element: Element | null): string =>
  [...(element?.childNodes ?? [])]
    .map((node) =>
      node instanceof Element && node.ariaHidden === 'true' ? '' : (node.textContent ?? ''),
    )
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
