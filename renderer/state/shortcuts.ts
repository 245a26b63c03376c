/** The keyboard shortcuts of the window: one list, which tooltips, palette and the dialog of shortcuts read. */
import {
  computed,
  onActivated,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  shallowReactive,
  type ComputedRef,
} from 'vue'
import { matchesChord, parseKeys } from '../ui/keys.ts'

/** One act and the keys that start it. */
export interface Shortcut {
  readonly id: string
  /** `Mod+K` (Ctrl, or ⌘ on a Mac), `?`, or presses one after the other: `G V`. */
  readonly keys: string
  readonly title: string
  readonly group: string
  readonly run: () => void
  /** Whether it holds at this moment. */
  readonly when?: (() => boolean) | undefined
}

const sequenceMs = 1000
const shortcuts = shallowReactive(new Map<string, Shortcut>())

/** Every shortcut that is registered now, the latest last. */
export const registeredShortcuts: ComputedRef<readonly Shortcut[]> = computed(() => [
  ...shortcuts.values(),
])

/** Adds a shortcut and returns what takes it away. The latest one wins where two have the same keys. */
export function register(shortcut: Shortcut): () => void {
  shortcuts.delete(shortcut.id)
  if (shortcuts.size === 0) window.addEventListener('keydown', onKeydown)
  shortcuts.set(shortcut.id, shortcut)
  return () => {
    if (shortcuts.get(shortcut.id) !== shortcut) return
    shortcuts.delete(shortcut.id)
    if (shortcuts.size === 0) window.removeEventListener('keydown', onKeydown)
  }
}

/** Registers shortcuts for as long as the component is on the screen. */
export function useShortcuts(list: readonly Shortcut[]): void {
  let removals: (() => void)[] = []
  const add = (): void => {
    remove()
    removals = list.map(register)
  }
  const remove = (): void => {
    for (const removal of removals) removal()
    removals = []
  }
  onMounted(add)
  onActivated(add)
  onDeactivated(remove)
  onBeforeUnmount(remove)
}

let pressed: { readonly id: string; readonly step: number; readonly at: number }[] = []

function onKeydown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isBareModifier(event)) return
  // A dialog asks for one answer: nothing behind it may start meanwhile.
  if (document.querySelector('[data-modal]') !== null) return
  if (event.key === 'Escape' ? isInOpenList(event) : isPlainTyping(event)) return

  const waiting = pressed.filter(({ at }) => event.timeStamp - at < sequenceMs)
  pressed = []
  for (const shortcut of [...shortcuts.values()].reverse()) {
    if (advance(shortcut, event, waiting)) return
  }
}

/** Takes one press for one shortcut; true when that was the last press and it ran. */
function advance(shortcut: Shortcut, event: KeyboardEvent, waiting: typeof pressed): boolean {
  const chords = parseKeys(shortcut.keys)
  const step = waiting.find(({ id }) => id === shortcut.id)?.step ?? 0
  const chord = chords[step]
  if (!chord || !matchesChord(event, chord) || shortcut.when?.() === false) return false
  if (step < chords.length - 1) {
    pressed.push({ id: shortcut.id, step: step + 1, at: event.timeStamp })
    return false
  }
  event.preventDefault()
  shortcut.run()
  return true
}

const isBareModifier = (event: KeyboardEvent): boolean =>
  ['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)

/** Typing goes into the field; a shortcut with Ctrl, ⌘ or Alt works there too, and so does F1, which types nothing. */
const isPlainTyping = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== 'F1' && isTyping(event)

/** Escape closes the open list of a select, which the browser does only after the page was asked. */
function isInOpenList(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  const select = target instanceof Element ? target.closest('select') : null
  try {
    return select?.matches(':open') ?? false
  } catch {
    // Where the selector is not known no list opens in the page.
    return false
  }
}

function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  const kind = target instanceof HTMLInputElement ? target.type : ''
  if (['checkbox', 'radio', 'button', 'range'].includes(kind)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
