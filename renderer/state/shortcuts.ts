/**
 * The keyboard shortcuts of the window in one list, which tooltips, the palette and the shortcut
 * dialog read.
 */
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

/** One action and its keys. */
export interface Shortcut {
  readonly id: string
  /** `Mod+K` (Ctrl, or ⌘ on a Mac), `?`, or keys pressed one after the other: `G V`. */
  readonly keys: string
  readonly title: string
  readonly group: string
  readonly run: () => void
  /** Whether the shortcut is active now. */
  readonly when?: (() => boolean) | undefined
}

const sequenceMs = 1000
const shortcuts = shallowReactive(new Map<string, Shortcut>())

/** All registered shortcuts, the latest last. */
export const registeredShortcuts: ComputedRef<readonly Shortcut[]> = computed(() => [
  ...shortcuts.values(),
])

/**
 * Adds a shortcut and returns the function that removes it. Of two with the same keys the latest
 * one wins.
 */
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

/** Registers shortcuts while the component is mounted. */
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
  // While a dialog is open, nothing behind it may start.
  if (document.querySelector('[data-modal]') !== null) return
  if (event.key === 'Escape' ? isInOpenList(event) : isPlainTyping(event)) return

  const waiting = pressed.filter(({ at }) => event.timeStamp - at < sequenceMs)
  pressed = []
  // The second key of a sequence is never a shortcut of its own: `G` and then `A` approves nothing.
  const isSecond = waiting.length > 0 && isPlain(event) && event.key.length === 1
  for (const shortcut of [...shortcuts.values()].reverse()) {
    if (isSecond && !waiting.some(({ id }) => id === shortcut.id)) continue
    if (advance(shortcut, event, waiting)) return
  }
  // Escape that does nothing else leaves the field, and the keys of the screen work again.
  if (event.key === 'Escape' && isTyping(event))
    document.querySelector<HTMLElement>('h1[tabindex]')?.focus()
}

/** Handles one key press for one shortcut; true if it was the last key and the shortcut ran. */
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

/**
 * Typing goes to the field. A shortcut with Ctrl, ⌘ or Alt works there too, and so does F1, which
 * types nothing.
 */
const isPlainTyping = (event: KeyboardEvent): boolean =>
  isPlain(event) && event.key !== 'F1' && isTyping(event)

const isPlain = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey

/**
 * Escape closes the open list of a select, but the page gets the event before the browser closes
 * the list.
 */
function isInOpenList(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  const select = target instanceof Element ? target.closest('select') : null
  try {
    return select?.matches(':open') ?? false
  } catch {
    // In an environment that does not know the selector, no list opens in the page.
    return false
  }
}

function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  // Letters in a menu or in a list of options find a line.
  if (target.closest('[role=menu], [role=listbox]') !== null) return true
  const kind = target instanceof HTMLInputElement ? target.type : ''
  if (['checkbox', 'radio', 'button', 'range'].includes(kind)) return false
  return target.isContentEditable || target.matches('input, textarea, select')
}
