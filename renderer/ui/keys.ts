/** One key press, such as Ctrl+K. */
export interface Chord {
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** Lower case, as in `KeyboardEvent.key`: `k`, `enter`, `?`, `arrowdown`. */
  readonly key: string
}

/** The keys that confirm what a dialog asks, the same in every dialog. */
export const confirmKeys = 'Mod+Enter'

const isApple = (): boolean => /mac|iphone|ipad/i.test(globalThis.navigator.userAgent)

const aliases: Record<string, string> = {
  esc: 'escape',
  space: ' ',
  comma: ',',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
}

const faces: Record<string, string> = {
  escape: 'Esc',
  ' ': 'Space',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  enter: 'Enter',
  delete: 'Del',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function parseChord(text: string): Chord {
  const parts = text.split('+').map((part) => part.toLowerCase())
  const key = parts.at(-1) ?? ''
  return {
    mod: parts.includes('mod'),
    shift: parts.includes('shift'),
    alt: parts.includes('alt'),
    key: aliases[key] ?? key,
  }
}

/** Parses `Mod+K`, `Shift+Enter`, `?` or a sequence such as `G V` into key presses. */
export function parseKeys(keys: string): readonly Chord[] {
  return keys.split(' ').map(parseChord)
}

/**
 * Whether a key event is this press; Shift is left to the keyboard layout if the key is a sign,
 * such as `?`.
 */
export function matchesChord(event: KeyboardEvent, chord: Chord): boolean {
  const key = event.key.toLowerCase()
  const isSign = key.length === 1 && !/[a-z0-9 ]/.test(key)
  const mod = isApple() ? event.metaKey : event.ctrlKey
  const other = isApple() ? event.ctrlKey : event.metaKey
  return (
    key === chord.key &&
    mod === chord.mod &&
    !other &&
    event.altKey === chord.alt &&
    (isSign || event.shiftKey === chord.shift)
  )
}

/** The key caps to draw for a shortcut: one list per press. `Mod` is Ctrl, or ⌘ on a Mac. */
export function keyCaps(keys: string): readonly (readonly string[])[] {
  return parseKeys(keys).map((chord) => [
    ...(chord.mod ? [isApple() ? '⌘' : 'Ctrl'] : []),
    ...(chord.alt ? [isApple() ? '⌥' : 'Alt'] : []),
    ...(chord.shift ? [isApple() ? '⇧' : 'Shift'] : []),
    faces[chord.key] ?? capital(chord.key),
  ])
}

/** A shortcut as text, for screen readers: `Ctrl K`, `G then V`. */
export function keysAsText(keys: string): string {
  return keyCaps(keys)
    .map((caps) => caps.join(' '))
    .join(' then ')
}

/** A shortcut for `aria-keyshortcuts`: `Control+K`. A sequence has no such form and is left out. */
export function ariaKeys(keys: string): string | undefined {
  const [chord, ...more] = parseKeys(keys)
  if (!chord || more.length > 0) return undefined
  const mods = [
    ...(chord.mod ? [isApple() ? 'Meta' : 'Control'] : []),
    ...(chord.alt ? ['Alt'] : []),
    ...(chord.shift ? ['Shift'] : []),
  ]
  return [...mods, chord.key === ' ' ? 'Space' : capital(chord.key)].join('+')
}
